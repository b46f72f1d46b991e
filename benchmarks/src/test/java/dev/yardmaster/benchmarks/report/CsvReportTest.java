package dev.yardmaster.benchmarks.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class CsvReportTest {

  @Test
  void eachRepeatOfEachMetricIsARecord() {
    assertEquals(
        String.join(
            "\r\n",
            "report,at,xLabel,x,side,metric,unit,repeat,value",
            "smallbank,,,,base,committedPerSecond,1,1,100.0",
            "smallbank,,,,base,committedPerSecond,1,2,120.0",
            "smallbank,,,,base,p99Us,1,1,30.0",
            "smallbank,,,,base,p99Us,1,2,50.0",
            "smallbank,,,,full,committedPerSecond,1,1,400.0",
            "smallbank,,,,full,committedPerSecond,1,2,800.0",
            "smallbank,,,,full,\"ratio, \"\"paired\"\"\",1,1,4.0",
            "smallbank,,,,full,\"ratio, \"\"paired\"\"\",1,2,",
            ""),
        CsvReport.render(MadeReport.benchmark(400)));
  }

  @Test
  void aSideOfALineChartHasItsPosition() {
    List<String> lines = CsvReport.render(MadeReport.experiment()).lines().toList();
    assertEquals(9, lines.size());
    assertEquals("A paper,skew 0.0,skew,0.0,silo,committedPerSecond,1,1,1000.0", lines.get(1));
    assertEquals("A paper,skew 0.9,skew,0.9,silo,abortsPerCommit,1,2,0.9", lines.get(8));
  }
}
