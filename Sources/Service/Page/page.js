"use strict";

const $ = (id) => document.getElementById(id);
const NS = "http://www.w3.org/2000/svg";
const hints = {
  tooDark: "The picture is too dark: switch on a lamp.",
  glare: "A lamp is reflected on the text: move it, or tilt the page.",
  holdStill: "The picture moves: hold the page still.",
  tooBlurry: "The picture is blurred: move the page or set the camera's focus.",
  pageCutOff: "Lines reach beyond the picture: move the page until all of it shows.",
  moveCloser: "The text is too small to read well: move the camera closer.",
  noText: "There is no text to see: put a page under the camera.",
};

/** Asks the service; a problem becomes an error with its words. */
async function ask(path, options) {
  const response = await fetch(path, options);
  if (response.ok) return response;
  let problem = {};
  try { problem = await response.json(); } catch { /* Not one of ours. */ }
  throw new Error([problem.detail || response.statusText, problem.remedy].filter(Boolean).join(" "));
}

function say(text) { $("said").textContent = ""; requestAnimationFrame(() => { $("said").textContent = text; }); }

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Without TLS from another machine there is no clipboard but the old one.
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  say("Copied.");
}

function save(name, text, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** A list of lines beside a picture with their boxes; pointing at one shows the other. */
class Board {
  constructor(list, boxes, chosen) {
    Object.assign(this, { list, boxes, chosen, items: new Map() });
  }

  get all() { return [...this.items.values()].map((entry) => entry.item).sort(inReadingOrder); }
  get text() { return this.all.map((item) => item.text + "\n").join(""); }

  set(item) {
    let entry = this.items.get(item.id);
    if (!entry) {
      entry = this.make(item);
      this.items.set(item.id, entry);
    }
    entry.item = item;
    if (entry.span.textContent !== item.text) entry.span.textContent = item.text;
    entry.copy.setAttribute("aria-label", "Copy " + item.text);
    entry.line.className = entry.line.classList.contains("on") ? item.kind + " on" : item.kind;
    if (entry.box) {
      entry.box.setAttribute("points", item.bounds.map((point) => point.join(",")).join(" "));
      entry.box.classList.toggle("code", item.kind === "code");
      entry.box.querySelector("title").textContent = item.text;
    }
    this.place(entry);
  }

  make(item) {
    const line = document.createElement("li");
    const span = document.createElement("span");
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Copy";
    line.append(span, button);
    const box = document.createElementNS(NS, "polygon");
    box.append(document.createElementNS(NS, "title"));
    this.boxes.append(box);
    const entry = { item, line, span, copy: button, box };
    for (const part of [line, box]) {
      part.addEventListener("pointerenter", () => this.mark(entry, true));
      part.addEventListener("pointerleave", () => this.mark(entry, false));
    }
    line.addEventListener("focusin", () => this.mark(entry, true));
    line.addEventListener("focusout", () => this.mark(entry, false));
    button.addEventListener("click", () => this.chosen(entry.item));
    box.addEventListener("click", () => { this.chosen(entry.item); line.scrollIntoView({ block: "nearest" }); });
    return entry;
  }

  /** Keeps the list in reading order without moving what stands right already: a selection stays. */
  place(entry) {
    const lines = this.all.map((item) => this.items.get(item.id).line);
    const next = lines[lines.indexOf(entry.line) + 1] || null;
    if (entry.line.parentNode !== this.list || entry.line.nextSibling !== next) this.list.insertBefore(entry.line, next && next.parentNode === this.list ? next : null);
  }

  mark(entry, on) {
    entry.line.classList.toggle("on", on);
    entry.box.classList.toggle("on", on);
  }

  remove(id) {
    const entry = this.items.get(id);
    if (!entry) return;
    entry.line.remove();
    entry.box.remove();
    this.items.delete(id);
  }

  clear() { for (const id of [...this.items.keys()]) this.remove(id); }
}

function inReadingOrder(a, b) {
  return a.position.block - b.position.block || a.position.paragraph - b.position.paragraph
    || a.position.line - b.position.line || a.bounds[0][1] - b.bounds[0][1];
}

// The camera.

let camera = null;
let report = null;
let events = null;
const live = new Board($("lines"), $("boxes"), async (item) => {
  copy(item.text);
  try { await ask(`/v1/items/${item.id}/tap`, { method: "POST" }); } catch { /* It has left meanwhile. */ }
});

const named = (path) => path + (path.includes("?") ? "&" : "?") + "camera=" + encodeURIComponent(camera);

function showState(state) {
  $("state").textContent = state.words;
  const sees = ["warming", "streaming", "degraded"].includes(state.state);
  const words = [state.reason, state.advice].filter(Boolean).join(" ");
  $("advice").textContent = words;
  $("advice").hidden = !words;
  $("picture").hidden = !sees;
  $("boxes").style.display = sees ? "" : "none";
  $("nopicture").hidden = sees;
  $("nopicture").textContent = state.words;
  if (sees && !$("picture").src.includes("stream")) $("picture").src = named("/v1/stream.mjpg");
  if (!sees) { $("picture").removeAttribute("src"); showHint(null); }
}

function showHint(hint) {
  $("hint").textContent = hint ? hints[hint] || hint : "";
  $("hint").hidden = !hint;
}

function showViewers(count) {
  $("watching").textContent = count > 1 ? `${count} are watching.` : count === 1 ? "One is watching." : "Nobody is watching.";
}

function showSettings(settings) {
  report.settings = settings;
  $("quality").value = settings.quality;
  $("zoom").value = settings.zoom;
  $("zoom-value").textContent = settings.zoom + "×";
  const types = settings.types.join(",");
  if (![...$("types").options].some((option) => option.value === types)) $("types").add(new Option(types, types));
  $("types").value = types;
  if (![...$("device").options].some((option) => option.value === settings.device)) $("device").add(new Option(settings.device, settings.device));
  $("device").value = settings.device;
  for (const option of $("languages").options) option.selected = settings.languages.includes(option.value);
  $("power").setAttribute("aria-pressed", settings.enabled);
  $("power").textContent = settings.enabled ? "Switch the camera off" : "Switch the camera on";
  showRegion(settings.roi);
}

function showRegion(region) {
  $("boxes").querySelector("rect")?.remove();
  const whole = region.join() === "0,0,1,1";
  $("whole").hidden = whole;
  if (whole) return;
  const rect = document.createElementNS(NS, "rect");
  rect.setAttribute("class", "region");
  ["x", "y", "width", "height"].forEach((name, index) => rect.setAttribute(name, region[index]));
  $("boxes").prepend(rect);
}

function showCount() { $("nolines").hidden = live.items.size > 0; }

async function change(settings) {
  try {
    const response = await ask(named("/v1/settings"), {
      method: "PATCH", headers: { "Content-Type": "application/json" }, body: JSON.stringify(settings),
    });
    showSettings(await response.json());
  } catch (error) {
    say(error.message);
    $("advice").textContent = error.message;
    $("advice").hidden = false;
    showSettings(report.settings);
  }
}

const taken = {
  added: (event) => live.set(event.item),
  updated: (event) => live.set(event.item),
  settled: (event) => live.set(event.item),
  removed: (event) => live.remove(event.item.id),
  guidance: (event) => showHint(event.hint),
  watching: (event) => showViewers(event.viewers),
  settings: (event) => showSettings(event.settings),
  state: (event) => showState(event),
  missed: () => start(),
};

async function refresh() {
  const { cameras } = await (await ask("/v1/cameras")).json();
  report = cameras.find((other) => other.name === camera) || cameras[0];
  if (!report) { $("state").textContent = "No camera is configured."; return; }
  showState(report);
  showHint(report.hint);
  return report;
}

/** Shows a camera from its present state on. */
async function start() {
  events?.close();
  try {
    const all = await (await ask("/v1/cameras")).json();
    if (!all.cameras.length) { $("state").textContent = "No camera is configured."; return; }
    report = all.cameras.find((other) => other.name === camera) || all.cameras[0];
    if (camera !== report.name) $("picture").removeAttribute("src");
    camera = report.name;
    $("camera").replaceChildren(...all.cameras.map((other) => new Option(other.name, other.name)));
    $("camera").value = camera;
    $("device").replaceChildren(new Option("The first there is", "auto"), ...all.devices.map((device) => new Option(device.name, (device.links || [])[0] || device.node)));
    const { items, after } = await (await ask(named("/v1/items"))).json();
    live.clear();
    items.forEach((item) => live.set(item));
    showSettings(report.settings);
    showState(report);
    showHint(report.hint);
    showViewers(report.viewers);
    showCount();
    events = new EventSource(named("/v1/events?after=" + after));
    for (const [type, take] of Object.entries(taken)) {
      events.addEventListener(type, (message) => { take(JSON.parse(message.data)); showCount(); });
    }
    events.onerror = () => { $("state").textContent = "The service does not answer."; $("picture").removeAttribute("src"); };
    events.onopen = () => { if ($("state").textContent === "The service does not answer.") refresh(); };
  } catch (error) {
    $("state").textContent = error.message;
    setTimeout(start, 2000);
  }
}

$("camera").addEventListener("change", () => { camera = $("camera").value; $("picture").removeAttribute("src"); start(); });
$("device").addEventListener("change", () => change({ device: $("device").value }));
$("quality").addEventListener("change", () => change({ quality: $("quality").value }));
$("types").addEventListener("change", () => change({ types: $("types").value.split(",") }));
$("languages").addEventListener("change", () => change({ languages: [...$("languages").selectedOptions].map((option) => option.value) }));
$("zoom").addEventListener("input", () => { $("zoom-value").textContent = $("zoom").value + "×"; });
$("zoom").addEventListener("change", () => change({ zoom: Number($("zoom").value) }));
$("settings").addEventListener("submit", (event) => event.preventDefault());
$("power").addEventListener("click", () => change({ enabled: !report.settings.enabled }));
$("whole").addEventListener("click", () => change({ roi: [0, 0, 1, 1] }));
$("picture").addEventListener("error", () => { $("picture").removeAttribute("src"); setTimeout(() => report && showState(report), 2000); });
$("copy-all").addEventListener("click", () => copy(live.text));
$("save-text").addEventListener("click", () => save("lines.txt", live.text, "text/plain"));
$("save-json").addEventListener("click", () => save("lines.json", JSON.stringify(live.all, null, 2), "application/json"));
$("photo").addEventListener("click", async (event) => {
  event.preventDefault();
  try {
    const photo = await (await ask(named("/v1/photo"), { method: "POST" })).blob();
    save("photo.jpg", photo, "image/jpeg");
  } catch (error) { say(error.message); $("advice").textContent = error.message; $("advice").hidden = false; }
});

// The region of interest, drawn on the picture.

let corner = null;
$("region").addEventListener("click", () => draw(!$("stage").classList.contains("drawing")));

function draw(on) {
  $("stage").classList.toggle("drawing", on);
  $("region").setAttribute("aria-pressed", on);
  corner = null;
}

function at(event) {
  const frame = $("stage").getBoundingClientRect();
  const inside = (value) => Math.min(Math.max(value, 0), 1);
  return [inside((event.clientX - frame.left) / frame.width), inside((event.clientY - frame.top) / frame.height)];
}

function regionTo(point) {
  const places = [0, 1].map((axis) => Math.min(corner[axis], point[axis]));
  const sizes = [0, 1].map((axis) => Math.abs(corner[axis] - point[axis]));
  return [...places, ...sizes].map((value) => Math.round(value * 1000) / 1000);
}

$("stage").addEventListener("pointerdown", (event) => {
  if (!$("stage").classList.contains("drawing")) return;
  event.preventDefault();
  corner = at(event);
  $("stage").setPointerCapture(event.pointerId);
});
$("stage").addEventListener("pointermove", (event) => { if (corner) showRegion(regionTo(at(event))); });
$("stage").addEventListener("pointerup", (event) => {
  if (!corner) return;
  const region = regionTo(at(event));
  draw(false);
  if (region[2] < 0.02 || region[3] < 0.02) return showRegion(report.settings.roi);
  region[2] = Math.min(region[2], 1 - region[0]);
  region[3] = Math.min(region[3], 1 - region[1]);
  change({ roi: region });
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && $("stage").classList.contains("drawing")) { draw(false); showRegion(report.settings.roi); }
});

// Still pictures. One is read at a time: a new one calls the old one off, and nothing that comes late is shown.

const stillBoard = new Board($("still-lines"), $("still-boxes"), (item) => copy(item.text));
let work = null;
let stillName = "picture";

function showStill(text) { $("still-status").textContent = text; }

function finishStill(mine, text) {
  if (work !== mine) return;
  work = null;
  $("progress").hidden = true;
  $("cancel").hidden = true;
  $("still-actions").hidden = stillBoard.items.size === 0;
  showStill(text);
}

async function readStill(file) {
  work?.abort();
  const mine = new AbortController();
  work = mine;
  stillBoard.clear();
  stillName = (file.name || "picture").replace(/\.[^.]*$/, "");
  if ($("still-picture").src) URL.revokeObjectURL($("still-picture").src);
  $("still-picture").src = URL.createObjectURL(file);
  $("still-stage").hidden = false;
  $("still-actions").hidden = true;
  $("progress").value = 0;
  $("progress").hidden = false;
  $("cancel").hidden = false;
  showStill("Recognizing…");
  const failed = "Could not read this image. Try a local JPEG or PNG.";
  try {
    const body = new FormData();
    body.append("file", file, file.name || "picture");
    const query = new URLSearchParams({ stream: "1", types: "text,codes" });
    if (report?.settings.languages.length) query.set("languages", report.settings.languages.join(","));
    const response = await fetch("/v1/read?" + query, { method: "POST", body, signal: mine.signal });
    if (!response.ok) return finishStill(mine, failed);
    let outcome = null;
    for await (const event of lines(response.body)) {
      if (work !== mine) return;
      if (event.type === "progress") $("progress").value = event.fraction;
      if (event.type === "settled") stillBoard.set(event.item);
      if (event.type === "file") outcome = event.outcome;
    }
    const said = { text: "Text recognized.", empty: "No text found.", cancelled: "Recognition canceled." };
    finishStill(mine, said[outcome] || failed);
  } catch {
    finishStill(mine, mine.signal.aborted ? "Recognition canceled." : failed);
  }
}

async function* lines(stream) {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    rest += value || "";
    const parts = rest.split("\n");
    rest = parts.pop();
    for (const part of parts) if (part) yield JSON.parse(part);
    if (done) return;
  }
}

$("choose").addEventListener("click", () => $("file").click());
// Leaving the chooser without a choice changes nothing.
$("file").addEventListener("change", () => { if ($("file").files[0]) readStill($("file").files[0]); $("file").value = ""; });
$("cancel").addEventListener("click", () => {
  const mine = work;
  if (!mine) return;
  mine.abort();
  stillBoard.clear();
  finishStill(mine, "Recognition canceled.");
  $("choose").focus();
});
for (const type of ["dragenter", "dragover"]) {
  document.addEventListener(type, (event) => { event.preventDefault(); $("drop").classList.add("over"); });
}
for (const type of ["dragleave", "drop"]) document.addEventListener(type, () => $("drop").classList.remove("over"));
document.addEventListener("drop", (event) => {
  event.preventDefault();
  if (event.dataTransfer.files[0]) readStill(event.dataTransfer.files[0]);
});
document.addEventListener("paste", (event) => {
  const file = [...(event.clipboardData?.files || [])].find((other) => other.type.startsWith("image/"));
  if (file) readStill(file);
});
window.addEventListener("pagehide", () => { work?.abort(); events?.close(); });
window.addEventListener("pageshow", (event) => { if (event.persisted) start(); });
$("still-copy").addEventListener("click", () => copy(stillBoard.text));
$("still-save-text").addEventListener("click", () => save(stillName + ".txt", stillBoard.text, "text/plain"));
$("still-save-json").addEventListener("click", () => save(stillName + ".json", JSON.stringify(stillBoard.all, null, 2), "application/json"));

async function begin() {
  try {
    const { languages } = await (await ask("/v1/languages")).json();
    $("languages").replaceChildren(...languages.map((language) => new Option(language.name, language.language)));
  } catch { /* The list stays empty; what is set stays set. */ }
  await start();
}
begin();
