// Telling Python, once each time. A widget says in answerOf what there is to tell, as JSON.

/** Tells Python, after so many milliseconds, unless it knows. */
function tell(view, wait = 0) {
  clearTimeout(view.tellTimer);
  const now = () => {
    const answer = answerOf(view);
    if (answer === view.told) return;
    view.told = answer;
    view.clicks += 1;
    view.tell({ ...JSON.parse(answer), click: view.clicks });
  };
  if (wait > 0) view.tellTimer = setTimeout(now, wait);
  else now();
}
