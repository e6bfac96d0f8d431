// Signing with a finger: strokes are drawn live and sent as whole numbers. Without this script: PIN or paper.
(() => {
  const form = document.querySelector("[data-draw]");
  if (!form) return;
  const pad = form.querySelector("[data-pad]");
  const { width, height } = pad.viewBox.baseVal;
  const turned = pad.closest(".signing-turned") !== null;

  // What the server takes: 200 strokes, 5,000 points, 64 KB. Points this close together add nothing to see.
  const MOST_STROKES = 200;
  const MOST_POINTS = 3000;
  const NEAR = 3;

  let strokes = [];
  let points = 0;
  let began = null;
  let latest = 0;
  let pen = null;
  let line = null;

  const within = (value, most) => Math.round(Math.min(Math.max(value, 0), most));

  // Where the pen is in the box; on a turned sheet both axes run the other way.
  const place = (event) => {
    const box = pad.getBoundingClientRect();
    let across = (event.clientX - box.left) / box.width;
    let down = (event.clientY - box.top) / box.height;
    if (turned) [across, down] = [1 - across, 1 - down];
    return [within(across * width, width), within(down * height, height)];
  };

  const add = (event) => {
    const stroke = strokes.at(-1);
    const [x, y] = place(event);
    const before = stroke.at(-1);
    if (before && Math.hypot(x - before[0], y - before[1]) < NEAR) return;
    if (points >= MOST_POINTS) return;
    points += 1;
    // Time never runs backwards, whatever the browser gathers into one event.
    latest = Math.max(latest, Math.round(event.timeStamp - began));
    stroke.push([x, y, latest]);
    line.setAttribute("points", stroke.map((point) => `${point[0]},${point[1]}`).join(" "));
  };

  const start = (event) => {
    if (pen !== null || event.button !== 0 || strokes.length >= MOST_STROKES || points >= MOST_POINTS) return;
    event.preventDefault();
    pen = event.pointerId;
    pad.setPointerCapture(pen);
    began ??= event.timeStamp;
    strokes.push([]);
    line = document.createElementNS("http://www.w3.org/2000/svg", "polyline");
    pad.append(line);
    add(event);
  };

  const move = (event) => {
    if (event.pointerId !== pen) return;
    const all = event.getCoalescedEvents?.() ?? [];
    for (const each of all.length ? all : [event]) add(each);
  };

  const stop = (event) => {
    if (event.pointerId === pen) pen = null;
  };

  const clear = () => {
    for (const drawn of pad.querySelectorAll("polyline")) drawn.remove();
    strokes = [];
    points = 0;
    began = null;
    latest = 0;
  };

  pad.addEventListener("pointerdown", start);
  pad.addEventListener("pointermove", move);
  pad.addEventListener("pointerup", stop);
  pad.addEventListener("pointercancel", stop);
  form.querySelector("[data-clear]").addEventListener("click", clear);
  form.addEventListener("submit", () => {
    form.elements.namedItem("strokes").value = strokes.length ? JSON.stringify(strokes) : "";
  });
  form.hidden = false;
})();
