(() => {
  "use strict";
  const report = JSON.parse(document.getElementById("data").textContent);

  document.getElementById("charts").hidden = false;
  Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
  Chart.defaults.font.size = 13;
  Chart.defaults.color = "#3a4653";
  Chart.defaults.animation = false;
  Chart.defaults.maintainAspectRatio = false;

  function plot(figure, canvas, sides, title, value) {
    if (!sides) {
      return;
    }
    document.getElementById(figure).hidden = false;
    new Chart(document.getElementById(canvas), {
      data: {
        labels: sides.map((side) => side.side),
        datasets: [
          {
            type: "scatter", label: "each repeat", backgroundColor: "#1c2530", pointRadius: 3,
            data: sides.flatMap((side) => side.repeats.map((repeat) => ({ x: side.side, y: value(repeat) }))),
          },
          { type: "bar", label: "median", backgroundColor: "#2f6db5", data: sides.map(value) },
        ],
      },
      options: {
        scales: {
          x: { type: "category" },
          y: { beginAtZero: true, title: { display: true, text: title } },
        },
        plugins: { legend: { position: "bottom" } },
      },
    });
  }

  plot("throughput", "answered", report.sides, "answered per second", (side) => side.answeredPerSecond);
  plot("idle", "latency", report.idle, "us", (side) => side.p50Us);
})();
