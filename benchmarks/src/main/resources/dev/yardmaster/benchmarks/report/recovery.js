(() => {
  "use strict";
  const rows = JSON.parse(document.getElementById("data").textContent).rows;
  const kinds = [
    { name: "log alone", color: "#2f6db5", rows: rows.filter((row) => row.replayed === row.records) },
    { name: "half under a checkpoint", color: "#e69f00", rows: rows.filter((row) => row.replayed < row.records) },
  ];
  kinds.forEach((kind) => kind.rows.sort((one, other) => one.records - other.records));

  document.getElementById("charts").hidden = false;
  Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
  Chart.defaults.font.size = 13;
  Chart.defaults.color = "#3a4653";
  Chart.defaults.animation = false;
  Chart.defaults.maintainAspectRatio = false;

  function plot(id, title, median, ofRepeat) {
    const datasets = kinds.flatMap((kind) => [
      {
        label: kind.name, data: kind.rows.map((row) => ({ x: row.records, y: median(row) })),
        showLine: true, borderColor: kind.color, backgroundColor: kind.color, pointRadius: 5,
      },
      {
        label: `${kind.name}, each repeat`, showLine: false, pointRadius: 3, backgroundColor: "#1c2530",
        data: kind.rows.flatMap((row) =>
          row.repeats.map((seconds) => ({ x: row.records, y: ofRepeat(row, seconds) }))),
      },
    ]);
    new Chart(document.getElementById(id), {
      type: "scatter",
      data: { datasets },
      options: {
        scales: {
          x: { beginAtZero: true, title: { display: true, text: "transactions committed" } },
          y: { beginAtZero: true, title: { display: true, text: title } },
        },
        plugins: { legend: { position: "bottom", labels: { filter: (item) => !item.text.includes("each") } } },
      },
    });
  }

  plot("seconds", "seconds", (row) => row.seconds, (row, seconds) => seconds);
  plot("rate", "transactions per second", (row) => row.recordsPerSecond, (row, seconds) => row.replayed / seconds);
})();
