"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const read = (id) => JSON.parse(byId(id).textContent);
  document.documentElement.classList.add("js");
  const narrow = matchMedia("(max-width: 69.99rem)");
  const toc = document.querySelector(".toc details");
  const fold = () => { toc.open = !narrow.matches; };
  fold();
  narrow.addEventListener("change", fold);

  /* ---- links into what is folded: open it, and stand on it ---- */
  function reveal(hash) {
    let name = hash.slice(1);
    try { name = decodeURIComponent(name); } catch { /* a stray per cent sign is a name as well */ }
    const target = name && byId(name);
    if (!target || !byId("main").contains(target)) return null;
    for (let node = target; node; node = node.parentElement) if (node.tagName === "DETAILS") node.open = true;
    return target;
  }
  function goTo(hash) {
    const target = reveal(hash);
    if (!target) return;
    if (location.hash !== hash) location.hash = hash;
    target.scrollIntoView();
    (target.querySelector("summary") || target).focus({ preventScroll: true });
  }
  /* ---- a text that scrolls is scrolled to its first mark, once it is seen ---- */
  function showMarks(within) {
    for (const box of within.querySelectorAll(".source > .text")) {
      const mark = box.scrollTop ? null : box.querySelector("mark");
      if (!mark || box.scrollHeight <= box.clientHeight) continue;
      const [own, its] = [box, mark].map((node) => node.getBoundingClientRect());
      if (its.bottom > own.bottom) box.scrollTop = its.top - own.top - own.height / 3;
    }
  }
  document.addEventListener("toggle", (event) => { if (event.target.open) showMarks(event.target); }, true);
  showMarks(byId("main"));
  document.addEventListener("click", (event) => {
    const link = event.target.closest('#main a[href^="#"]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || !reveal(link.hash)) return;
    event.preventDefault();
    goTo(link.hash);
  });
  addEventListener("hashchange", () => reveal(location.hash));
  if (location.hash) reveal(location.hash);

  /* ---- all estimates: filter, sort, show more ---- */
  const PAGE = matchMedia("(max-width: 48rem)").matches ? 20 : 50;
  const COLUMNS = [["Metric", 0], ["Judge", 1], ["Criterion", 2], ["Part", 3], ["Value", 4], ["Items", 6], ["How", 7]];
  const { texts, rows } = read("estimate-data");
  const folded = texts.map((text) => text.toLowerCase());
  const state = { sort: -1, down: false, limit: PAGE };

  function cell(tag, row, column) {
    const node = document.createElement(tag);
    const add = (name, text) => { const child = document.createElement(name); child.textContent = text; node.append(child); };
    if (column === 4 || column === 6) node.className = "num";
    if (column === 7) node.className = "how";
    const text = texts[row[column]];
    if (column >= 1 && column <= 3) add("bdi", text);
    else node.append(text);
    if (column === 0) { node.scope = "row"; add("code", texts[row[8]]); }
    if (column === 4) add("small", texts[row[5]]);
    return node;
  }

  function line(row) {
    const node = document.createElement("tr");
    for (const [name, column] of COLUMNS) {
      node.append(cell(column ? "td" : "th", row, column));
      node.lastChild.dataset.label = name;
    }
    return node;
  }

  function chosen() {
    const words = byId("estimate-search").value.toLowerCase().split(/\s+/).filter(Boolean);
    const metric = byId("estimate-metric").value;
    const judge = byId("estimate-judge").value;
    return rows.filter((row) =>
      (metric === "" || row[8] === Number(metric)) && (judge === "" || row[1] === Number(judge)) &&
      words.every((word) => row.slice(0, 9).some((number) => folded[number].includes(word))));
  }

  function order(first, second) {
    const column = state.sort;
    if (column === 4) {
      if (first[10] !== second[10]) return first[10] - second[10];
      return (first[9] - second[9]) * (state.down ? -1 : 1);
    }
    const [a, b] = [texts[first[column]], texts[second[column]]];
    return a.localeCompare(b, "en", { numeric: true }) * (state.down ? -1 : 1);
  }

  function list() {
    const found = chosen();
    if (state.sort >= 0) found.sort(order);
    const shown = found.slice(0, state.limit);
    document.querySelector("#estimate-table tbody").replaceChildren(...shown.map(line));
    byId("estimate-count").textContent = `${shown.length.toLocaleString("en")} of ${found.length.toLocaleString("en")} shown, ${rows.length.toLocaleString("en")} in all.`;
    byId("estimate-more").hidden = shown.length === found.length;
  }

  function options(select, column, word = (number) => texts[number]) {
    for (const number of new Set(rows.map((row) => row[column]))) select.append(new Option(word(number), number));
  }

  function sortable(head, place) {
    const column = COLUMNS[place][1];
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = head.textContent;
    head.replaceChildren(button);
    head.setAttribute("aria-sort", "none");
    button.addEventListener("click", () => {
      state.down = state.sort === column && !state.down;
      state.sort = column;
      for (const other of document.querySelectorAll("#estimate-table thead th")) other.setAttribute("aria-sort", "none");
      head.setAttribute("aria-sort", state.down ? "descending" : "ascending");
      list();
    });
  }

  if (byId("estimate-table")) {
    options(byId("estimate-metric"), 8);
    options(byId("estimate-judge"), 1);
    document.querySelectorAll("#estimate-table thead th").forEach(sortable);
    byId("estimate-controls").addEventListener("input", () => { state.limit = PAGE; list(); });
    byId("estimate-more").addEventListener("click", () => { state.limit += 4 * PAGE; list(); });
    list();
  }

  /* ---- figures: the numbers come from Python, colours and row picking from here ---- */
  const figures = read("figures");
  const config = { displayModeBar: false, responsive: true, showTips: false, scrollZoom: false, doubleClick: false };
  const color = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

  function themed(layout, height, margin) {
    const axis = (given) => ({ ...given, gridcolor: color("line"), linecolor: color("line"), tickfont: { color: color("muted"), size: 12 } });
    return {
      ...layout, height, margin, autosize: true, paper_bgcolor: "rgba(0,0,0,0)", plot_bgcolor: "rgba(0,0,0,0)",
      font: { family: getComputedStyle(document.body).fontFamily, color: color("fg"), size: 13 },
      hoverlabel: { bgcolor: color("fg"), bordercolor: color("fg"), font: { color: color("bg"), size: 12 }, align: "left" },
      xaxis: axis(layout.xaxis), yaxis: axis(layout.yaxis),
    };
  }

  function picked(traces) {
    const select = byId("criterion-pick");
    const criterion = select && select.value ? Number(select.value) : null;
    const all = traces.flatMap((trace) => trace.customdata).filter((data) => criterion === null || data[1] === criterion);
    const worst = [...all].sort((a, b) => a[2] - b[2]).slice(0, figures.maxRows);
    const kept = all.length > worst.length ? worst : worst.sort((a, b) => a[0] - b[0]);
    return { places: new Map(kept.map((data, place) => [data[0], place])), total: all.length };
  }

  function keep(trace, places) {
    const indexes = trace.customdata.map((data, index) => index).filter((index) => places.has(trace.customdata[index][0]));
    const only = (values) => indexes.map((index) => values[index]);
    const paint = color(trace.meta);
    return {
      ...trace, x: only(trace.x), y: only(trace.customdata).map((data) => places.get(data[0])), text: only(trace.text),
      hovertext: indexes.map((index) => `${trace.text[index]}<br>${trace.customdata[index][3]}, items: ${trace.customdata[index][4]}`),
      customdata: only(trace.customdata), marker: { ...trace.marker, color: paint },
      error_x: { ...trace.error_x, array: only(trace.error_x.array), arrayminus: only(trace.error_x.arrayminus), color: paint },
    };
  }

  /* Name and value stand above the line they belong to: beside each other where there is room, else one above the other. */
  function rowLabels(traces, width, reserve = 160) {
    const fits = (room) => traces.every((trace) => trace.text.every((text) => plainText(text).length <= room));
    const beside = fits(Math.floor((width - reserve) / 6.6));
    const room = Math.max(14, Math.floor(width / 6.6));
    const base = { xref: "paper", showarrow: false, yanchor: "bottom", bgcolor: color("surface"), borderpad: 1 };
    const labels = traces.flatMap((trace) => trace.customdata.flatMap((data, index) => [
      { ...base, x: 0, xanchor: "left", y: trace.y[index], yshift: beside ? 4 : 19, text: shortened(trace.text[index], room) },
      { ...base, x: beside ? 1 : 0, xanchor: beside ? "right" : "left", y: trace.y[index], yshift: 4, text: data[3], font: { color: color("muted"), size: 12 } },
    ]));
    return { labels, pitch: beside ? 44 : 66 };
  }
  /* How many times as wide as Latin letters those of a text are: scripts and fonts differ. */
  const pen = document.createElement("canvas").getContext("2d");
  function wideness(text) {
    pen.font = `14px ${getComputedStyle(document.body).fontFamily}`;
    return Math.max(1, pen.measureText(text).width / (6.4 * Math.max(1, text.length)));
  }
  /* Too long a name loses the middle of its parts (judge, criterion, label), the short ones last. */
  function shortened(text, places) {
    const room = Math.max(6, Math.floor(places / wideness(plainText(text))));
    if (plainText(text).length <= room) return text;
    const parts = plainText(text).split(" · ");
    let left = room - 3 * (parts.length - 1);
    const cut = new Map();
    [...parts].sort((a, b) => a.length - b.length).forEach((part, index) => {
      const share = Math.max(6, Math.floor(left / (parts.length - index)));
      const kept = part.length <= share ? part : `${part.slice(0, Math.ceil(share / 2))}…${part.slice(part.length - Math.floor(share / 2) + 1)}`;
      left -= kept.length;
      cut.set(part, kept);
    });
    return escaped(parts.map((part) => cut.get(part)).join(" · "));
  }
  const plainText = (text) => text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
  const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

  function forest(node) {
    const figure = figures.forest[node.dataset.index];
    const { places, total } = picked(figure.data);
    const note = node.nextElementSibling;
    note.hidden = places.size === total && total > 0;
    note.textContent = total === 0 ? "Not measured for this criterion." : `${places.size} of ${total} shown, the least favourable first.`;
    const traces = figure.data.map((trace) => keep(trace, places)).filter((trace) => trace.x.length);
    const { labels, pitch } = rowLabels(traces, node.clientWidth);
    const layout = themed(figure.layout, pitch * Math.max(places.size, 1) + 42, { l: 4, r: 4, t: 10, b: 28 });
    layout.yaxis = { ...layout.yaxis, range: [places.size - 0.7, -0.78] };
    layout.shapes = (figure.layout.shapes || []).map((shape) => ({ ...shape, line: { ...shape.line, color: color("fg") } }));
    layout.annotations = labels;
    return [traces, layout];
  }

  function heat(node) {
    const figure = figures.heat[node.dataset.index];
    const size = figure.layout.yaxis.tickvals.length;
    const trace = { ...figure.data[0], colorscale: [[0, color("heat-0")], [1, color("heat-1")]], textfont: { size: size > 8 ? 10 : 13, color: color("fg") } };
    trace.hovertext = trace.text.map((line, row) => line.map((text, column) => `${figure.layout.meta[row]}<br>${figure.layout.meta[column]}<br>${text || "undefined"}`));
    const layout = themed(figure.layout, Math.min(120 + 52 * size, 640), { l: 8, r: 8, t: 8, b: 8 });
    if (node.clientWidth < 560) {
      const number = (_, index) => String(index + 1);
      const names = layout.yaxis.ticktext;
      layout.yaxis = { ...layout.yaxis, ticktext: names.map((name, index) => `${escaped(plainText(name).slice(0, 12))} ${index + 1}`) };
      layout.xaxis = { ...layout.xaxis, ticktext: names.map(number), tickangle: 0 };
    }
    return [[trace], { ...layout, autosize: false, width: Math.min(node.clientWidth, 260 + 92 * size) }];
  }

  function coverage(node) {
    const figure = figures.coverage;
    const traces = figure.data.map((trace) => ({ ...trace, marker: { color: color(trace.meta), line: { width: 0 } } }));
    const layout = themed(figure.layout, 46 * figure.layout.annotations.length + 110, { l: 4, r: 20, t: 44, b: 28 });
    layout.annotations = figure.layout.annotations.map((annotation) => ({ ...annotation, text: shortened(annotation.text, Math.max(14, Math.floor(node.clientWidth / 8))), bgcolor: color("surface"), borderpad: 1 }));
    layout.legend = { orientation: "h", x: 0, y: 1, yanchor: "bottom", traceorder: "normal", itemclick: false, itemdoubleclick: false };
    return [traces, layout];
  }

  /* A panel for each judge, all of one size: a spot stands exactly where its items are, and no judge covers another. */
  function panels(n, width, wide) {
    const columns = n === 1 ? 1 : wide ? Math.min(3, n) : n > 3 ? 2 : 1;
    const lines = Math.ceil(n / columns);
    const high = n === 1 ? (wide ? 400 : 320) : columns === 1 ? 230 : wide ? 270 : 160;
    const gap = { x: wide ? 22 : 14, y: 54 };
    const total = { x: width, y: lines * high + (lines - 1) * gap.y };
    const wideOne = (width - (columns - 1) * gap.x) / columns;
    const domains = Array.from({ length: n }, (_, place) => {
      const [column, line] = [place % columns, Math.floor(place / columns)];
      const [left, top] = [column * (wideOne + gap.x), line * (high + gap.y)];
      return { first: column === 0, x: [left / total.x, Math.min(1, (left + wideOne) / total.x)], y: [Math.max(0, 1 - (top + high) / total.y), 1 - top / total.y] };
    });
    return { domains, high, wide: wideOne, total: total.y };
  }

  function scatter(node) {
    const figure = figures.scatter[node.dataset.index];
    const wide = node.clientWidth >= 560;
    const edge = { l: 58, r: 12, t: 34, b: 54 };
    const room = panels(figure.data.length, node.clientWidth - edge.l - edge.r, wide);
    const tight = room.wide < 400;
    const [radius, strip] = [tight ? 14 : 18, 20];
    const beside = radius / (room.wide - 2 * radius);
    const unit = room.high - 2 * radius - strip;
    const ranges = { x: [-beside, 1 + beside], y: [-(radius + strip) / unit, 1 + radius / unit] };
    const layout = themed(figure.layout, room.total + edge.t + edge.b, edge);
    const note = (text, more) => ({ text, showarrow: false, xref: "paper", yref: "paper", font: { color: color("muted"), size: 12 }, ...more });
    layout.showlegend = false;
    layout.shapes = [];
    layout.annotations = [
      note(figure.layout.xaxis.title.text, { x: 0.5, y: 0, yanchor: "top", yshift: -28 }),
      note(figure.layout.yaxis.title.text, { x: 0, y: 0.5, xanchor: "right", textangle: -90, xshift: -36 }),
    ];
    const traces = figure.data.map((trace, place) => {
      const [end, domain] = [place ? place + 1 : "", room.domains[place]];
      const base = { tickvals: room.wide < 200 ? [0, 0.5, 1] : [0, 0.25, 0.5, 0.75, 1], title: "" };
      layout[`xaxis${end}`] = { ...layout.xaxis, ...base, range: ranges.x, domain: domain.x, anchor: `y${end}` };
      layout[`yaxis${end}`] = { ...layout.yaxis, ...base, tickvals: [0, 0.25, 0.5, 0.75, 1], range: ranges.y, domain: domain.y, anchor: `x${end}`, showticklabels: domain.first };
      for (const shape of figure.layout.shapes || []) {
        const danger = shape.name === "danger";
        const own = { ...shape, xref: `x${end}${String(shape.xref).endsWith("domain") ? " domain" : ""}`, yref: `y${end}${String(shape.yref).endsWith("domain") ? " domain" : ""}` };
        layout.shapes.push(danger ? { ...own, x1: ranges.x[1], y0: ranges.y[0], fillcolor: `${color("fail")}18` } : { ...own, line: { ...shape.line, color: color("muted") } });
      }
      const name = shortened(trace.name, Math.max(12, Math.floor(room.wide / 7.5)));
      layout.annotations.push(note(name, { name: "judge", x: domain.x[0], y: domain.y[1], xanchor: "left", yanchor: "bottom", font: { color: color("fg"), size: 13 } }));
      for (const mark of figure.layout.annotations || []) {
        const text = room.wide < 210 ? mark.text.slice(0, 1) : mark.text;
        layout.annotations.push({ ...mark, text, x: domain.x[1], y: domain.y[0], font: { color: color("fail"), size: 12 }, bgcolor: color("surface"), borderpad: 1 });
      }
      const sizes = trace.marker.size.map((size) => Math.min(2 * radius, (tight ? 0.85 : 1) * size));
      return {
        ...trace, xaxis: `x${end}`, yaxis: `y${end}`, textfont: { color: color("fg"), size: tight ? 10 : 12 },
        marker: { ...trace.marker, size: sizes, color: `${color(trace.meta)}55`, line: { color: color(trace.meta), width: 1.6 } },
      };
    });
    return [traces, layout];
  }

  /* A spot of one item leads to its case; one of several says which they are. */
  function spotChosen(event) {
    const [total, items] = event.points[0].customdata;
    if (total === 1 && items[0][1]) { goTo(`#${items[0][1]}`); return; }
    const parts = items.flatMap(([name, anchor], index) => {
      const node = document.createElement(anchor ? "a" : "span");
      if (anchor) node.href = `#${anchor}`;
      const isolated = document.createElement("bdi");
      isolated.textContent = name;
      node.append(isolated);
      return index ? [", ", node] : [node];
    });
    const more = total > items.length ? ` and ${(total - items.length).toLocaleString("en")} more` : "";
    byId("scatter-spot").replaceChildren(total === 1 ? "1 item here: " : `${total.toLocaleString("en")} items here: `, ...parts, more);
  }

  /* ---- calibration: figures that name the roles of their colours, and forests of a row for each trace ---- */
  function painted(node) {
    const figure = figures.calibration[node.dataset.index];
    const traces = figure.data.map((trace) => {
      const paint = trace.meta === "bars" ? `${color("muted")}66` : color(trace.meta);
      const line = trace.type === "bar" ? { width: 0 } : { color: paint, width: 1.5 };
      const bars = trace.error_y ? { error_y: { ...trace.error_y, color: paint } } : {};
      return { ...trace, ...bars, line: { ...trace.line, color: paint }, marker: { ...trace.marker, color: paint, line }, textfont: { color: color("muted"), size: 11 } };
    });
    const layout = themed(figure.layout, node.clientWidth < 420 ? 320 : figure.layout.height, { l: 58, r: 10, t: figure.layout.showlegend ? 40 : 12, b: 46 });
    for (const axis of ["xaxis", "yaxis"]) layout[axis].title = { ...figure.layout[axis].title, font: { color: color("muted"), size: 12 }, standoff: 8 };
    layout.shapes = (figure.layout.shapes || []).map((shape) =>
      (shape.name === "accepted" ? { ...shape, fillcolor: `${color("accent")}1c` } : { ...shape, line: { ...shape.line, color: color(shape.name) } }));
    layout.annotations = (figure.layout.annotations || []).map((one) => ({ ...one, font: { ...one.font, color: color(one.name) }, ...(one.name === "fg" ? { bgcolor: color("surface"), borderpad: 1 } : {}) }));
    layout.legend = { orientation: "h", x: 0, y: 1.01, yanchor: "bottom", itemclick: false, itemdoubleclick: false, font: { size: 12 } };
    return [traces, layout];
  }

  function rates(node) {
    const figure = figures.calibration[node.dataset.index];
    const traces = figure.data.map((trace) => ({
      ...trace, hovertext: trace.customdata.map((data, index) => `${trace.text[index]}<br>${data[3]}`),
      marker: { ...trace.marker, color: color(trace.meta), line: { color: color(trace.meta), width: 2 } }, error_x: { ...trace.error_x, color: color(trace.meta) },
    }));
    const reserve = 20 + 6.2 * Math.max(...traces.map((trace) => trace.customdata[0][3].length));
    const { labels, pitch } = rowLabels(traces, node.clientWidth, reserve);
    const layout = themed(figure.layout, (pitch + 6) * traces.length + 46, { l: 4, r: 4, t: 12, b: 28 });
    layout.shapes = (figure.layout.shapes || []).map((shape) => ({ ...shape, line: { ...shape.line, color: color(shape.name) } }));
    layout.annotations = [...labels.map((one) => ({ ...one, yshift: one.yshift + 4 })), ...(figure.layout.annotations || []).map((one) => ({ ...one, font: { ...one.font, color: color(one.name) } }))];
    return [traces, layout];
  }

  const draw = { forest, heat, coverage, scatter, painted, rates };
  /* What is folded is drawn once it is opened. */
  const drawn = (within) => Promise.all([...within.querySelectorAll(".plot")].filter((node) => !node.closest("details:not([open])")).map((node) => Plotly.react(node, ...draw[node.dataset.kind](node), config)));
  const drawAll = () => drawn(document);

  async function unpack() {
    const packed = Uint8Array.from(atob(byId("plotly-packed").textContent), (character) => character.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    const script = document.createElement("script");
    script.textContent = await new Response(stream).text();
    document.head.append(script);
  }

  async function start() {
    if (!document.querySelector(".plot")) {
      document.documentElement.dataset.drawn = "true";
      return;
    }
    if (typeof DecompressionStream === "undefined") {
      document.documentElement.classList.remove("js");
      return;
    }
    await unpack();
    await drawAll();
    document.addEventListener("toggle", (event) => { if (event.target.open) drawn(event.target); }, true);
    document.documentElement.dataset.drawn = "true";
    if (byId("criterion-pick")) byId("criterion-pick").addEventListener("change", drawAll);
    if (byId("matrix-pick")) byId("matrix-pick").addEventListener("change", (event) => { byId("heat-plot").dataset.index = event.target.value; drawAll(); });
    if (byId("scatter-pick")) byId("scatter-pick").addEventListener("change", (event) => { byId("scatter-plot").dataset.index = event.target.value; drawAll(); });
    const plot = byId("scatter-plot");
    if (plot) {
      plot.on("plotly_click", spotChosen);
      plot.on("plotly_hover", () => plot.classList.add("over"));
      plot.on("plotly_unhover", () => plot.classList.remove("over"));
    }
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawAll);
    let timer = 0;
    addEventListener("resize", () => { clearTimeout(timer); timer = setTimeout(drawAll, 150); });
    addEventListener("beforeprint", () => { document.documentElement.classList.add("printing"); drawAll(); });
    addEventListener("afterprint", () => { document.documentElement.classList.remove("printing"); drawAll(); });
  }
  start();
})();
