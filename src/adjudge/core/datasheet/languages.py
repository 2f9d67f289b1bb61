"""The languages that HEDS 3.0 lists, which are those of ISO 639-1 in its order, and how data names them."""

from __future__ import annotations

from typing import Final

#: One language to a line, in the order of the list: names, the first as the list has it, then codes of ISO 639-1 and
#: 639-2. Behind them stand codes that test sets use for the largest member of a group, and cz, as WMT once wrote.
_LISTED: Final = """
Abkhazian, Abkhaz: ab abk
Afar: aa aar
Afrikaans: af afr
Akan: ak aka
Albanian: sq sqi alb als
Amharic: am amh
Arabic: ar ara arb
Aragonese: an arg
Armenian: hy hye arm
Assamese: as asm
Avaric, Avar: av ava
Avestan: ae ave
Aymara: ay aym
Azerbaijani, Azeri: az aze azj
Bambara: bm bam
Bashkir: ba bak
Basque: eu eus baq
Belarusian: be bel
Bengali, Bangla: bn ben
Bislama: bi bis
Bosnian: bs bos
Breton: br bre
Bulgarian: bg bul
Burmese, Myanmar: my mya bur
Catalan, Valencian: ca cat
Chamorro: ch cha
Chechen: ce che
Chichewa, Chewa, Nyanja: ny nya
Chinese, Mandarin: zh zho chi cmn
Church Slavic, Old Church Slavonic, Church Slavonic, Old Slavonic, Old Bulgarian: cu chu
Chuvash: cv chv
Cornish: kw cor
Corsican: co cos
Cree: cr cre
Croatian: hr hrv
Czech: cs ces cze cz
Danish: da dan
Divehi, Dhivehi, Maldivian: dv div
Dutch, Flemish: nl nld dut
Dzongkha: dz dzo
English: en eng
Esperanto: eo epo
Estonian: et est ekk
Ewe: ee ewe
Faroese: fo fao
Fijian: fj fij
Finnish: fi fin
French: fr fra fre
Western Frisian, Frisian: fy fry
Fulah, Fula: ff ful
Gaelic, Scottish Gaelic: gd gla
Galician: gl glg
Ganda: lg lug
Georgian: ka kat geo
German: de deu ger
Greek, Modern Greek: el ell gre
Kalaallisut, Greenlandic: kl kal
Guarani: gn grn gug
Gujarati: gu guj
Haitian, Haitian Creole: ht hat
Hausa: ha hau
Hebrew: he heb
Herero: hz her
Hindi: hi hin
Hiri Motu: ho hmo
Hungarian: hu hun
Icelandic: is isl ice
Ido: io ido
Igbo: ig ibo
Indonesian: id ind
Interlingua: ia ina
Interlingue, Occidental: ie ile
Inuktitut: iu iku
Inupiaq: ik ipk
Irish: ga gle
Italian: it ita
Japanese: ja jpn
Javanese: jv jav
Kannada: kn kan
Kanuri: kr kau
Kashmiri: ks kas
Kazakh: kk kaz
Central Khmer, Khmer: km khm
Kikuyu, Gikuyu: ki kik
Kinyarwanda: rw kin
Kirghiz, Kyrgyz: ky kir
Komi: kv kom
Kongo: kg kon
Korean: ko kor
Kuanyama, Kwanyama: kj kua
Kurdish: ku kur
Lao: lo lao
Latin: la lat
Latvian: lv lav lvs
Limburgan, Limburger, Limburgish: li lim
Lingala: ln lin
Lithuanian: lt lit
Luba-Katanga: lu lub
Luxembourgish, Letzeburgesch: lb ltz
Macedonian: mk mkd mac
Malagasy: mg mlg plt
Malay: ms msa may zsm
Malayalam: ml mal
Maltese: mt mlt
Manx: gv glv
Maori: mi mri mao
Marathi: mr mar
Marshallese: mh mah
Mongolian: mn mon khk
Nauru: na nau
Navajo, Navaho: nv nav
North Ndebele: nd nde
South Ndebele: nr nbl
Ndonga: ng ndo
Nepali: ne nep npi
Norwegian: no nor
Norwegian Bokmål: nb nob
Norwegian Nynorsk: nn nno
Sichuan Yi, Nuosu: ii iii
Occitan: oc oci
Ojibwa, Ojibwe: oj oji
Oriya, Odia: or ori ory
Oromo: om orm gaz
Ossetian, Ossetic: os oss
Pali: pi pli
Pashto, Pushto: ps pus pbt
Persian, Farsi: fa fas per pes
Polish: pl pol
Portuguese: pt por
Punjabi, Panjabi: pa pan
Quechua: qu que quy
Romanian, Moldavian, Moldovan: ro ron rum
Romansh: rm roh
Rundi, Kirundi: rn run
Russian: ru rus
Northern Sami: se sme
Samoan: sm smo
Sango: sg sag
Sanskrit: sa san
Sardinian: sc srd
Serbian: sr srp
Shona: sn sna
Sindhi: sd snd
Sinhala, Sinhalese: si sin
Slovak: sk slk slo
Slovenian, Slovene: sl slv
Somali: so som
Southern Sotho: st sot
Spanish, Castilian: es spa
Sundanese: su sun
Swahili: sw swa swh
Swati, Swazi: ss ssw
Swedish: sv swe
Tagalog: tl tgl
Tahitian: ty tah
Tajik: tg tgk
Tamil: ta tam
Tatar: tt tat
Telugu: te tel
Thai: th tha
Tibetan: bo bod tib
Tigrinya: ti tir
Tonga, Tongan: to ton
Tsonga: ts tso
Tswana: tn tsn
Turkish: tr tur
Turkmen: tk tuk
Twi: tw twi
Uighur, Uyghur: ug uig
Ukrainian: uk ukr
Urdu: ur urd
Uzbek: uz uzb uzn
Venda: ve ven
Vietnamese: vi vie
Volapük: vo vol
Walloon: wa wln
Welsh: cy cym wel
Wolof: wo wol
Xhosa: xh xho
Yiddish: yi yid ydd
Yoruba: yo yor
Zhuang, Chuang: za zha
Zulu: zu zul
"""

NAMES: Final[tuple[str, ...]] = tuple(line.partition(":")[0].partition(",")[0] for line in _LISTED.split("\n") if line)
#: Numbers of the two options behind the languages.
OTHER: Final = len(NAMES) + 1
NONE: Final = len(NAMES) + 2


def _numbers() -> dict[str, int]:
    found: dict[str, int] = {}
    for number, line in enumerate(filter(None, _LISTED.split("\n")), 1):
        names, _, codes = line.partition(":")
        for name in (*names.split(","), *codes.split()):
            found.setdefault(name.strip().lower(), number)
    return found


_NUMBERS: Final = _numbers()


def language_number(name: str) -> int | None:
    """The number of a language in the list, by its name or code; None if it is not there.

    Args:
        name: as data has it: `German`, `de`, `deu`, `ger`, `de-AT`, `zh_Hant`.

    Example:
        >>> language_number("iku"), language_number("zh-CN"), language_number("hsb")
        (73, 29, None)
    """
    whole = name.strip().lower()
    return _NUMBERS.get(whole) or _NUMBERS.get(whole.replace("_", "-").partition("-")[0])


def three_letters(name: str) -> str:
    """The code of three letters of a language in the list; what is not there stays as it is.

    Args:
        name: as for `language_number`.

    Example:
        >>> three_letters("de"), three_letters("ger"), three_letters("hsb")
        ('deu', 'deu', 'hsb')
    """
    number = language_number(name)
    if number is None:
        return name
    codes = _LISTED.strip().splitlines()[number - 1].rpartition(": ")[2].split()
    return next(code for code in codes if len(code) == len("deu"))
