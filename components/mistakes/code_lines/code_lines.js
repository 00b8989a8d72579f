// What the code gives and should give, and its lines as buttons. Python says which were tried and, at the end, which one is wrong.

export default function ({ data, parentElement, setTriggerValue }) {
  const list = parentElement.querySelector(".lines");
  const focused = [...list.children].findIndex((row) => row.contains(list.getRootNode().activeElement));
  const results = parentElement.querySelector(".results");
  results.hidden = data.results === null;
  results.querySelectorAll("dd").forEach((place, number) => {
    place.textContent = data.results?.[number] ?? "";
  });
  list.replaceChildren(...data.lines.map((text, line) => codeLine(text, line, data)));
  list.children[focused]?.querySelector("button:enabled")?.focus();
  list.onclick = (event) => {
    const button = event.target.closest("button");
    if (button && !button.disabled) setTriggerValue("line", Number(button.dataset.line));
  };
}

function codeLine(text, line, { tried, wrong }) {
  const row = document.createElement("li");
  const isTried = tried.includes(line);
  row.classList.toggle("wrong", line === wrong);
  row.classList.toggle("tried", isTried && line !== wrong);
  if (!text.trim()) return row;
  const element = wrong === null ? lineButton(line, isTried) : document.createElement("span");
  const code = document.createElement("code");
  code.textContent = text;
  element.append(code);
  if (line === wrong || isTried) {
    const verdict = document.createElement("b");
    verdict.textContent = line === wrong ? "wrong" : "correct";
    element.append(verdict);
  }
  row.append(element);
  return row;
}

function lineButton(line, isTried) {
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.line = line;
  button.disabled = isTried;
  return button;
}
