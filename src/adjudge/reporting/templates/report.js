// What a page adds where scripts run: sorting, filtering, tooltips and tabs. Without it tables are whole and in order,
// the browser shows the titles of marks, and parts stand one after another.
"use strict";
(() => {
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const make = (tag, attributes = {}, ...children) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  };

  // -- Sorting: a click on a heading sorts upwards, a second downwards, a third restores the order.

  const words = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

  // The numbers of a cell such as "−1.5", "1,234", "*.013", "<.001" (just below), "2–3" or "0.1 to 0.4", or null.
  const numbersOf = (text) => {
    const plain = text.replace(/,(?=\d{3})/g, "").replace(/\u2212/g, "-");
    const found = (plain.match(/-?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?/gi) || []).map(Number);
    if (found.length && plain.includes("<")) found[0] -= 1e-9;
    return found.length ? found : null;
  };

  // What a cell is sorted by; null if it holds nothing.
  const keyOf = (cell, isText) => {
    const text = cell.textContent.trim();
    return isText ? text.replace(/^\u2014$/, "") || null : numbersOf(text);
  };

  const compare = (a, b) => {
    if (typeof a === "string") return words.compare(a, b);
    for (let i = 0; i < Math.max(a.length, b.length); i += 1) {
      if (a[i] !== b[i]) return (a[i] ?? -Infinity) - (b[i] ?? -Infinity);
    }
    return 0;
  };

  // Lines between clusters mean something in the order of the ranking only, with all rows.
  const showLines = (table) => {
    table.classList.toggle("disordered", table.querySelector("th[aria-sort], tr.filtered") !== null);
  };

  const sortable = (table) => {
    const body = table.tBodies[0];
    const original = [...body.rows];
    const headings = [...table.tHead.rows[0].cells];
    const sortBy = (heading) => {
      const next = { null: "ascending", ascending: "descending", descending: null }[heading.getAttribute("aria-sort")];
      headings.forEach((one) => one.removeAttribute("aria-sort"));
      if (next) heading.setAttribute("aria-sort", next);
      const column = headings.indexOf(heading);
      const isText = heading.classList.contains("text");
      const sign = next === "descending" ? -1 : 1;
      const keyed = original.map((row) => [row, next ? keyOf(row.cells[column], isText) : null]);
      // What is missing stands last, whichever way.
      keyed.sort(([, a], [, b]) => (a === null || b === null ? (a === null) - (b === null) : sign * compare(a, b)));
      body.append(...keyed.map(([row]) => row));
      showLines(table);
    };
    for (const heading of headings) {
      const button = make("button", { type: "button" }, ...heading.childNodes);
      button.addEventListener("click", () => sortBy(heading));
      heading.append(button);
    }
  };

  // -- Filtering: rows of long tables that hold all the words.

  const LONG = 12;

  const filterable = (table) => {
    const rows = [...table.tBodies[0].rows];
    if (rows.length <= LONG) return;
    const input = make("input", { type: "search", autocomplete: "off" });
    const said = make("output");
    const texts = rows.map((row) => [...row.cells].map((cell) => cell.textContent).join(" ").toLowerCase());
    input.addEventListener("input", () => {
      const wanted = input.value.toLowerCase().split(/\s+/).filter(Boolean);
      const kept = texts.map((text) => wanted.every((word) => text.includes(word)));
      rows.forEach((row, i) => row.classList.toggle("filtered", !kept[i]));
      said.textContent = wanted.length ? `${kept.filter(Boolean).length} of ${rows.length} rows` : "";
      showLines(table);
    });
    table.closest(".scroll").before(make("div", { class: "filter" }, make("label", {}, "Filter rows ", input), said));
    if (table.caption) input.setAttribute("aria-describedby", table.caption.id);
  };

  // -- Tooltips of marks of charts and cells of heat tables, by pointer or, in a focused one, by arrow keys.

  const tip = make("div", { class: "tip", hidden: "" });
  let active = null;

  const hide = () => {
    active?.classList.remove("active");
    active = null;
    tip.hidden = true;
  };

  // Above the mark, or below it where there is no room.
  const place = () => {
    if (!active) return;
    const box = active.getBoundingClientRect();
    const middle = box.left + box.width / 2 - tip.offsetWidth / 2;
    const above = box.top - tip.offsetHeight - 8;
    tip.style.left = `${Math.max(8, Math.min(middle, innerWidth - tip.offsetWidth - 8))}px`;
    tip.style.top = `${above > 0 ? above : box.bottom + 8}px`;
  };

  // Words are announced if keys led to them.
  const show = (mark, text, announced = false) => {
    if (mark === active) return;
    hide();
    active = mark;
    mark.classList.add("active");
    tip.setAttribute("aria-live", announced ? "polite" : "off");
    tip.hidden = false;
    tip.textContent = text;
    place();
  };

  const REACH = 14; // pixels

  const distance = (mark, x, y) => {
    const box = mark.getBoundingClientRect();
    return Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
  };

  // In a focused frame keys step from mark to mark; at the end they scroll as ever.
  const stepping = (frame, step, textOf) => {
    frame.addEventListener("keydown", (event) => {
      const next = step(event.key, frame.contains(active) ? active : null);
      if (!next) return;
      event.preventDefault();
      next.scrollIntoView({ block: "nearest", inline: "nearest" });
      show(next, textOf(next), true);
    });
    frame.addEventListener("blur", hide);
    frame.addEventListener("pointerleave", hide);
  };

  const chart = (frame) => {
    const texts = new Map();
    for (const title of all("svg title", frame)) {
      if (title.parentNode.nodeName === "svg") {
        // The name of the chart is for those who hear it; as a title it would cover the marks.
        const name = document.createElementNS(title.namespaceURI, "desc");
        name.id = title.id;
        name.textContent = title.textContent;
        title.replaceWith(name);
      } else {
        texts.set(title.parentNode, title.textContent);
        title.remove();
      }
    }
    const marks = [...texts.keys()];
    if (!marks.length) return;
    const point = ({ clientX, clientY }) => {
      const away = marks.map((mark) => distance(mark, clientX, clientY));
      const least = Math.min(...away);
      const nearest = marks[away.lastIndexOf(least)]; // what is drawn last lies on top
      if (least < REACH) show(nearest, texts.get(nearest));
      else hide();
    };
    frame.addEventListener("pointermove", point);
    frame.addEventListener("pointerdown", point);
    const step = (key, from) => {
      const by = { ArrowLeft: -1, ArrowRight: 1 }[key];
      return by && marks[from ? marks.indexOf(from) + by : 0];
    };
    stepping(frame, step, (mark) => texts.get(mark));
  };

  const heat = (table) => {
    const frame = table.closest(".scroll");
    const rows = [...table.tBodies[0].rows];
    const columns = table.tHead.rows[table.tHead.rows.length - 1].cells;
    const textOf = (cell) => {
      const value = cell.textContent.trim() || "\u2014";
      const [row, column] = [cell.parentNode.cells[0], columns[cell.cellIndex]].map((th) => th.title || th.textContent);
      return `${row} \u00d7 ${column}: ${value}`;
    };
    frame.addEventListener("pointerover", (event) => {
      const cell = event.target.closest("td");
      if (cell && cell.textContent.trim()) show(cell, textOf(cell));
      else hide();
    });
    const step = (key, from) => {
      const by = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[key];
      if (!by || !from) return by?.[1] && rows[0].cells[1];
      const next = rows[rows.indexOf(from.parentNode) + by[0]]?.cells[from.cellIndex + by[1]];
      return next?.matches("td") && next;
    };
    stepping(frame, step, textOf);
  };

  // -- Tabs: links over the parts of a page become tabs; one part is shown.

  const tabbed = (bar) => {
    const tabs = all("a", bar);
    const parts = tabs.map((tab) => document.getElementById(tab.hash.slice(1)));
    bar.setAttribute("role", "tablist");
    const select = (chosen) => {
      tabs.forEach((tab, i) => {
        tab.setAttribute("aria-selected", i === chosen);
        tab.tabIndex = i === chosen ? 0 : -1;
        // A search in the page opens hidden parts.
        if (i === chosen) parts[i].removeAttribute("hidden");
        else parts[i].setAttribute("hidden", "until-found");
        parts[i].setAttribute("aria-hidden", i !== chosen);
      });
    };
    const go = (chosen) => {
      select(chosen);
      tabs[chosen].focus();
      history.replaceState(null, "", tabs[chosen].hash);
    };
    tabs.forEach((tab, i) => {
      tab.id = `tab-${parts[i].id}`;
      tab.setAttribute("role", "tab");
      tab.setAttribute("aria-controls", parts[i].id);
      parts[i].setAttribute("role", "tabpanel");
      parts[i].setAttribute("aria-labelledby", tab.id);
      parts[i].addEventListener("beforematch", () => select(i));
      tab.addEventListener("click", (event) => {
        event.preventDefault();
        go(i);
      });
      tab.addEventListener("keydown", (event) => {
        const last = tabs.length - 1;
        const to = { ArrowLeft: i ? i - 1 : last, ArrowRight: i < last ? i + 1 : 0, Home: 0, End: last, " ": i }[event.key];
        if (to === undefined) return;
        event.preventDefault();
        go(to);
      });
    });
    // An address may name a part, or something in a part.
    const follow = () => {
      const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
      const found = parts.findIndex((part) => part.contains(target));
      if (target === null || found < 0) return;
      select(found);
      if (target !== parts[found]) target.scrollIntoView();
    };
    select(0);
    follow();
    addEventListener("hashchange", follow);
  };

  // -- Contents: the link to what is read is marked; what the address names comes first while it is seen.

  const followed = (contents) => {
    const links = all("a", contents).map((link) => [link, document.getElementById(link.hash.slice(1))]);
    const list = contents.querySelector("ol");
    const follow = () => {
      const tops = links.map(([, heading]) => heading.getBoundingClientRect().top);
      const named = links.findIndex(([, heading], i) => heading.matches(":target") && tops[i] > 0 && tops[i] < innerHeight);
      const current = named < 0 ? tops.filter((top) => top < innerHeight / 4).length - 1 : named;
      links.forEach(([link], i) => {
        if (i !== current) link.removeAttribute("aria-current");
        else if (!link.hasAttribute("aria-current")) {
          link.setAttribute("aria-current", "true");
          list.scrollLeft = link.offsetLeft - list.offsetLeft - 40;
        }
      });
    };
    addEventListener("scroll", follow, { passive: true });
    follow();
  };

  // -- Paper shows what is folded on the screen.

  let opened = [];
  addEventListener("beforeprint", () => {
    opened = all("details:not([open])");
    opened.forEach((one) => one.setAttribute("open", ""));
  });
  addEventListener("afterprint", () => opened.forEach((one) => one.removeAttribute("open")));

  document.body.append(tip);
  addEventListener("keydown", ({ key }) => key === "Escape" && hide());
  addEventListener("scroll", place, { capture: true, passive: true });
  all("main table:not(.heat)").forEach((table) => {
    sortable(table);
    filterable(table);
  });
  all(".chart").forEach(chart);
  all("table.heat").forEach(heat);
  all("nav.tabs").forEach(tabbed);
  all("nav.contents").forEach(followed);
})();
