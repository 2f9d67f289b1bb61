import pytest

from adjudge.core.signature import Signature


def test_a_signature_is_read_back():
    signature = Signature.of({"z": "annotator", "seed": 7})
    assert Signature.parse(str(signature)) == signature
    assert str(signature).startswith("z:annotator|seed:7|v:")


def test_separators_are_refused():
    with pytest.raises(ValueError, match="must not contain"):
        Signature.of({"recipe": "a|b"})
