package dev.yardmaster.jdbc.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.jdbc.sql.StatementTemplate.Kind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class StatementTemplatesTest {
  private static final RowHash HASH = new RowHash(11, 13);
  private static final KeyColumns KEYS =
      KeyColumns.parse(
          "accounts(id), order_line(w_id, d_id, o_id), items(i_id), codes(number, uuid)");

  private final StatementTemplates templates = new StatementTemplates(KEYS, HASH);
  private final List<DynamicTest> cases = new ArrayList<>();

  /** The values that are bound to the parameters of each text, in order. */
  private static final Object[] BOUND = {1, 2, 3, 4, 5, 6, 7, 8};

  @TestFactory
  Stream<DynamicTest> plainTexts() {
    reads("SELECT balance FROM accounts WHERE id = ?", r("accounts", 1));
    reads("select balance from Accounts where ID=?;", r("accounts", 1));
    reads("select balance from accounts where ? = id", r("accounts", 1));
    reads("select balance from accounts where (id) = ((?))", r("accounts", 1));
    reads("select balance from accounts where id = cast(? as bigint)", r("accounts", 1));
    reads("select balance from accounts where id = ?::int8 and owner = ?", r("accounts", 1));
    reads("select balance from accounts where id = 17", r("accounts", 17));
    reads("select balance from accounts where id = -17", r("accounts", -17));
    reads("select balance from accounts where id = 'it''s'", r("accounts", "it's"));
    reads("select ?, balance from accounts where id = ? limit ?", r("accounts", 2));
    reads("select a.balance from accounts a where a.id = ?", r("accounts", 1));
    reads("select a.balance from bank.accounts AS a where a.id = ?", r("accounts", 1));
    reads(
        "select balance from accounts where id in (?, 9, ?)",
        r("accounts", 1),
        r("accounts", 9),
        r("accounts", 2));
    reads(
        "select * from order_line where o_id = ? and d_id = ? and w_id = ? and amount > ?",
        r("order_line", 3, 2, 1));
    reads(
        "select * from order_line where w_id = ? and d_id = ? and o_id in (?, ?)",
        r("order_line", 1, 2, 3),
        r("order_line", 1, 2, 4));
    reads(
        "select * from order_line where (w_id, d_id, o_id) = (?, ?, ?)", r("order_line", 1, 2, 3));
    reads(
        "select * from order_line where (o_id, w_id, d_id) in ((?, ?, ?), (?, ?, ?))",
        r("order_line", 2, 3, 1),
        r("order_line", 5, 6, 4));
    reads(
        "select uuid, number from codes where number=? and uuid in (?) and x::int = 5",
        r("codes", 1, 2));
    reads("select max(number) from codes where (uuid, number) in ((?, ?))", r("codes", 2, 1));
    reads(
        "select uuid as code from codes where number = ? and uuid = ? order by number",
        r("codes", 1, 2));
    writes(
        "update accounts set a = number where id = ? and uuid like ? returning uuid",
        w("accounts", 1));
    writes(
        "update accounts set settings = ?, current = ? where id = ? and final = 1",
        w("accounts", 3));
    writes("insert into accounts (id, sample, use) values (?, ?, ?)", w("accounts", 1));
    reads("select a.settings, a.map from accounts a where a.id = ?", r("accounts", 1));
    reads(
        "select a::double precision, cast(b as double precision) from accounts where id = ?",
        r("accounts", 1));
    reads(
        "select a from accounts left outer join b on b.id = owner where accounts.id = ?",
        r("accounts", 1));
    reads(
        "select sum(a) over (order by b rows between 1 preceding and current row) from accounts"
            + " where id = ?",
        r("accounts", 1));
    reads(
        "select cast(a as uuid), cast(b as int) as number from accounts where id = ?::numeric",
        r("accounts", 1));
    writes("update accounts set balance = balance + ? where id = ?", w("accounts", 2));
    writes("delete from accounts where id = ?", w("accounts", 1));
    writes("insert into accounts (balance, id) values (?, ?)", w("accounts", 2));
    writes(
        "insert into accounts (id, balance) values (?, ?), (?, 0)",
        w("accounts", 1),
        w("accounts", 3));
    writes("select balance from accounts where id = ? for update", w("accounts", 1));
    writes("select balance from accounts where id = ? for no key update", w("accounts", 1));
    writes("select balance from accounts where id = ? for share nowait", w("accounts", 1));
    reads("select balance from accounts where id = ? for read only", r("accounts", 1));
    return cases.stream();
  }

  @TestFactory
  Stream<DynamicTest> uncertainRows() {
    reads("select * from accounts");
    reads("select * from accounts where id = ? or id = ?");
    reads("select * from accounts where not (id = ?)");
    reads("select * from accounts where id not in (?, ?)");
    reads("select * from accounts where id > ?");
    reads("select * from accounts where id between ? and ?");
    reads("select * from accounts where abs(id) = ?");
    reads("select * from accounts where id = ? + 1");
    reads("select * from accounts where id = null");
    reads("select * from accounts where id = any (?)");
    reads("select * from order_line where w_id = ? and d_id = ?");
    reads("select next_number(?)");
    reads("values (?)");
    writes("update accounts set balance = 0");
    writes("insert into accounts values (?, ?)");
    writes("insert into accounts (id) values (nextval('ids'))");
    writes("insert into accounts (id) values (default)");
    writes("insert into unheard_of (id) values (?)");
    return cases.stream();
  }

  @TestFactory
  Stream<DynamicTest> joinsAndSubqueries() {
    reads(
        "select * from accounts a join items i on i.i_id = a.item where a.id = ?",
        r("accounts", 1));
    reads(
        "select * from accounts a left join items i on i.i_id = ? where a.id = ?",
        r("accounts", 2),
        r("items", 1));
    reads("select * from accounts a left join items i on a.id = ? where i.i_id = ?", r("items", 2));
    reads(
        "select * from accounts a, items i where a.id = ? and i.i_id = ?",
        r("accounts", 1),
        r("items", 2));
    reads(
        "select balance, price from accounts, items where id = ? and i_id = ?",
        r("accounts", 1),
        r("items", 2));
    reads(
        "select * from accounts a join accounts b on true where a.id = ? and b.id = ?",
        r("accounts", 1),
        r("accounts", 2));
    reads("select * from accounts a join accounts b on true where id = ?");
    writes(
        "select * from accounts a join items i on true where a.id = ? and i.i_id = ? for update of a",
        w("accounts", 1),
        r("items", 2));
    reads(
        "select * from accounts where id = ? and item in (select i_id from items where i_id = ?)",
        r("accounts", 1),
        r("items", 2));
    reads(
        "select (select price from items where i_id = ?) from (select * from accounts where id = ?) x",
        r("accounts", 2),
        r("items", 1));
    reads(
        "with x as (select * from accounts where id = ?) select * from x where id = ?",
        r("accounts", 1));
    writes(
        "with x as (update accounts set balance = ? where id = ? returning *) select * from x",
        w("accounts", 2));
    reads(
        "select 1 from accounts where id = ? union all (select 1 from items where i_id = ?)",
        r("accounts", 1),
        r("items", 2));
    reads("(select 1 from accounts where id = ?)", r("accounts", 1));
    reads(
        "select case when exists (select 1 from accounts where id = ?) then 1 else 0 end",
        r("accounts", 1));
    writes(
        "update accounts set balance = (select price from items where i_id = ?) where id = ?",
        w("accounts", 2),
        r("items", 1));
    writes(
        "update accounts set balance = i.price from items i where accounts.id = ? and i.i_id = ?",
        w("accounts", 1),
        r("items", 2));
    writes(
        "delete from accounts using items where accounts.id = ? and items.i_id = ?",
        w("accounts", 1),
        r("items", 2));
    writes(
        "insert into accounts (id, balance) select ?, price from items where i_id = ?",
        r("items", 2));
    writes(
        "merge into accounts a using items i on a.id = ? and i.i_id = a.item"
            + " when matched then update set balance = ?",
        w("accounts", 1));
    return cases.stream();
  }

  @TestFactory
  Stream<DynamicTest> whatFrameworksWrite() {
    // Hibernate generates the following statements.
    reads(
        "select a1_0.id,a1_0.balance,a1_0.version from accounts a1_0 where a1_0.id=?",
        r("accounts", 1));
    writes("update accounts set balance=?,version=? where id=? and version=?", w("accounts", 3));
    writes(
        "select a1_0.id,a1_0.balance from accounts a1_0 where a1_0.id=? for no key update",
        w("accounts", 1));
    reads(
        "select o.o_id from order_line o where (o.w_id,o.d_id,o.o_id) in ((?,?,?))",
        r("order_line", 1, 2, 3));
    writes(
        "/* insert for dev.Account */insert into accounts (balance,id) values (?,?)",
        w("accounts", 2));
    writes(
        "merge into accounts as t using (select cast(? as bigint) id, cast(? as numeric) balance) as s"
            + " on (t.id=s.id) when not matched then insert (id, balance) values (s.id, s.balance)"
            + " when matched then update set balance=s.balance",
        w("accounts", 1));
    // jOOQ generates the following statements.
    reads(
        "select \"bank\".\"accounts\".\"balance\" from \"bank\".\"accounts\""
            + " where \"bank\".\"accounts\".\"id\" = ?",
        r("accounts", 1));
    writes(
        "insert into \"accounts\" (\"id\", \"balance\") values (?, ?) on conflict (\"id\")"
            + " do update set \"balance\" = (\"accounts\".\"balance\" + ?) returning \"id\"",
        w("accounts", 1));
    reads(
        "select `balance` from `bank`.`accounts` where `bank`.`accounts`.`id` = ?",
        r("accounts", 1));
    reads(
        "select [balance] from [dbo].[accounts] where [dbo].[accounts].[id] = ?", r("accounts", 1));
    writes(
        "update \"accounts\" set \"balance\" = (\"accounts\".\"balance\" - cast(? as numeric))"
            + " where \"accounts\".\"id\" = cast(? as bigint)",
        w("accounts", 2));
    // MyBatis sends the following statements.
    reads(
        "SELECT id,\n   balance\n FROM accounts\n WHERE  id IN\n   (\n ?\n,\n ?\n )",
        r("accounts", 1),
        r("accounts", 2));
    writes("UPDATE accounts\n SET balance = ?, owner = ?\n WHERE id = ?", w("accounts", 3));
    // The following statements are in the dialects of MySQL and SQL Server.
    writes(
        "insert into accounts (id, balance) values (?, ?) on duplicate key update balance = ?",
        w("accounts", 1));
    writes("insert into accounts set balance = ?, id = ?", w("accounts", 2));
    writes("replace into accounts (id, balance) values (?, ?)", w("accounts", 1));
    writes("update a set balance = ? from accounts a where a.id = ?", w("accounts", 2));
    writes(
        "delete a from accounts a join items i on i.i_id = ? where a.id = ?",
        w("accounts", 2),
        r("items", 1));
    return cases.stream();
  }

  @TestFactory
  Stream<DynamicTest> whereQuestionMarksAreNoParameters() {
    reads("select '?', \"?\" from accounts where id = ?", r("accounts", 1));
    reads("select 1 /* ? /* ? */ ? */ from accounts -- ?\n where id = ?", r("accounts", 1));
    reads("select E'\\'?' from accounts where id = ?", r("accounts", 1));
    reads("select $$?$$, $x$ ? $$ ? $x$ from accounts where id = ?", r("accounts", 1));
    reads("select 1 from accounts where tags ?? 'red' and id = ?", r("accounts", 1));
    reads("select 1 from accounts where tags ??| ? and id = ?", r("accounts", 2));
    reads("select top (?) balance from accounts where id = ?", r("accounts", 2));
    // The parser and the scan find different numbers of parameters here, so no rows are derived.
    reads("select 'it\\'s' from accounts where id = ?");
    reads("select 1 from accounts where id = $1");
    reads("select 1 from accounts where id = :id");
    return cases.stream();
  }

  @TestFactory
  Stream<DynamicTest> transactionControl() {
    for (String sql :
        List.of(
            "BEGIN",
            "begin;",
            " /* x */ BEGIN WORK",
            "BEGIN TRANSACTION ISOLATION LEVEL SERIALIZABLE, READ WRITE",
            "BEGIN ISOLATION LEVEL SERIALIZABLE",
            "start transaction read only",
            "BEGIN TRAN transfer")) {
      expect(Kind.BEGIN, sql);
    }
    for (String sql :
        List.of("COMMIT", "commit work;", "COMMIT TRAN", "END", "commit and no chain")) {
      expect(Kind.COMMIT, sql);
    }
    for (String sql : List.of("ROLLBACK", "rollback ;", "ABORT", "ROLLBACK WORK AND NO CHAIN")) {
      expect(Kind.ROLLBACK, sql);
    }
    for (String sql :
        List.of(
            "ROLLBACK TO SAVEPOINT x",
            "ROLLBACK WORK TO x",
            "ROLLBACK PREPARED 'x'",
            "COMMIT PREPARED 'x'",
            "ROLLBACK TRANSACTION x",
            "BEGIN transfer(?); END;",
            "BEGIN; UPDATE accounts SET balance = 0 WHERE id = 1; COMMIT",
            "SAVEPOINT x",
            "RELEASE SAVEPOINT x",
            "SET TRANSACTION ISOLATION LEVEL SERIALIZABLE",
            "PREPARE TRANSACTION 'x'")) {
      expect(Kind.OTHER, sql);
    }
    return cases.stream();
  }

  @TestFactory
  Stream<DynamicTest> otherTexts() {
    for (String sql :
        List.of(
            "",
            "  ",
            ";",
            "-- nothing",
            "/* never closed",
            "'",
            "\"",
            "?",
            "(((",
            "$$",
            "[",
            "select 'never closed from accounts where id = ?",
            "select * from",
            "selec * from accounts where id = ?",
            "select 1; select 2",
            "update accounts set balance = 0 where id = ?; delete from accounts where id = ?",
            "select * into copies from accounts where id = ?",
            "{call transfer(?, ?)}",
            "{? = call balance(?)}",
            "call transfer(?, ?)",
            "explain select * from accounts where id = ?",
            "create table accounts (id int)",
            "truncate accounts",
            "vacuum",
            "\u0000\uD800",
            "lock table accounts")) {
      expect(Kind.OTHER, sql);
    }
    return cases.stream();
  }

  @Test
  void hostileTextsAreLeftAlone() {
    for (String nested :
        List.of(
            "select " + "(".repeat(7_000) + "1" + ")".repeat(7_000),
            "select " + "case when a then ".repeat(600) + "1" + " end".repeat(600),
            "select * from accounts where " + "not ".repeat(4_000) + "id = ?",
            "select " + "- +".repeat(4_000) + "1",
            "select " + "[".repeat(7_000) + "1" + "]".repeat(7_000),
            "select 1 from " + "(select 1 from ".repeat(900) + "accounts" + ") x".repeat(900))) {
      assertEquals(List.of(), templates.of(nested).rows(BOUND), nested.substring(0, 40));
    }
    String longest = "select * from accounts where id = ? -- ";
    longest += "x".repeat(StatementTemplates.MAX_CHARACTERS - longest.length());
    assertEquals(Kind.READ, templates.of(longest).kind());
    assertEquals(Kind.OTHER, templates.of(longest + "x").kind());
    assertEquals(Kind.OTHER, templates.of(null).kind());
  }

  @Test
  void manyConjunctsAreTakenApartWithoutRecursion() {
    String sql = "select * from accounts where id = ?" + " and owner = 'x'".repeat(900);
    assertEquals(List.of(HASH.read("accounts", 1)), templates.of(sql).rows(BOUND));
  }

  @Test
  void moreRowsThanTheLimitTellNone() {
    Object[] values = new Object[RowPatterns.MAX_ROWS + 1];
    java.util.Arrays.setAll(values, i -> i);
    String list = "?" + ", ?".repeat(RowPatterns.MAX_ROWS - 1);
    String sql = "select * from accounts where id in (%s)";
    assertEquals(RowPatterns.MAX_ROWS, templates.of(sql.formatted(list)).rows(values).size());
    assertEquals(List.of(), templates.of(sql.formatted(list + ", ?")).rows(values));
  }

  @Test
  void aMissingValueTellsNoRow() {
    StatementTemplate template = templates.of("select * from accounts where id in (?, ?, ?)");
    assertEquals(List.of(HASH.read("accounts", 7)), template.rows(new Object[] {null, 7}));
    assertEquals(List.of(), template.rows(new Object[0]));
    assertEquals(List.of(), template.rows(new Object[] {new Object(), new int[] {1}, null}));
  }

  @Test
  void inATableThatIsNotKnownAllComparedColumnsAreTheKey() {
    StatementTemplates knowsNothing = new StatementTemplates(KeyColumns.none(), HASH);
    assertEquals(
        List.of(HASH.written("stock", 5, 2)),
        knowsNothing
            .of("update stock set quantity = ? where warehouse = ? and item = ?")
            .rows(new Object[] {1, 2, 5}));
    assertEquals(
        List.of(HASH.read("stock", 5)),
        knowsNothing.of("select * from stock where item = ?").rows(new Object[] {5}));
  }

  @Test
  void aKnownTextIsParsedOnce() {
    String sql = "select * from accounts where id = ?";
    assertSame(templates.of(sql), templates.of(new String(sql.toCharArray())));
  }

  @Test
  void textsWithValuesInThemDoNotFillTheCache() {
    String inUse = "select * from accounts where id = ?";
    Set<StatementTemplate> met = new HashSet<>();
    for (int i = 0; i < 3 * StatementTemplates.MAX_TEXTS; i++) {
      met.add(templates.of(inUse));
      templates.of("select * from accounts where id = " + i);
      assertTrue(templates.size() <= StatementTemplates.MAX_TEXTS, "size=" + templates.size());
    }
    assertEquals(1, met.size());
  }

  @Test
  void whereTextsDoNotComeAgainOneIsParsedWhenItDoes() {
    for (int i = 0; i < StatementTemplates.MAX_TEXTS; i++) {
      templates.of("select * from accounts where id = " + i);
    }
    assertEquals(Kind.OTHER, templates.of("select * from items").kind());
    assertEquals(Kind.READ, templates.of("select * from items").kind());
    assertEquals(Kind.ROLLBACK, templates.of("rollback /* first */").kind());
  }

  @Test
  void aTextIsParsedInTheBackgroundAndControlsTransactionsAtOnce() {
    List<Runnable> waiting = new ArrayList<>();
    StatementTemplates lazy = new StatementTemplates(KEYS, HASH, waiting::add);
    StatementTemplate update = lazy.of("update accounts set balance = ? where id = ?");
    assertSame(update, lazy.of("update accounts set balance = ? where id = ?"));
    assertEquals(Kind.OTHER, update.kind());
    assertEquals(List.of(), update.rows(BOUND));
    assertEquals(Kind.COMMIT, lazy.of("commit").kind());
    waiting.forEach(Runnable::run);
    assertEquals(Kind.WRITE, update.kind());
    assertEquals(List.of(w("accounts", 2)), update.rows(BOUND));
  }

  @Test
  void aTextForWhichThereIsNoRoomIsParsedWhenItOccursAgain() {
    List<Runnable> waiting = new ArrayList<>();
    StatementTemplates lazy =
        new StatementTemplates(
            KEYS,
            HASH,
            work -> {
              if (waiting.isEmpty()) {
                waiting.add(work);
                throw new RejectedExecutionException("full");
              }
              work.run();
            });
    assertEquals(Kind.OTHER, lazy.of("select * from accounts").kind());
    assertEquals(Kind.READ, lazy.of("select * from accounts").kind());
  }

  private static RowUse r(String table, Object... key) {
    return HASH.read(table, key);
  }

  private static RowUse w(String table, Object... key) {
    return HASH.written(table, key);
  }

  @Test
  void theOnlyStatementOfATextIsFound() {
    assertEquals(
        "SELECT ';' -- ;\n", StatementTemplates.onlyStatement("SELECT ';' -- ;\n;; /* ; */"));
    assertEquals(" (SELECT 1)", StatementTemplates.onlyStatement(" (SELECT 1)"));
    assertEquals("call move(?)", StatementTemplates.onlyStatement("call move(?); -- moves"));
    for (String other :
        List.of(
            "",
            "-- SELECT 1",
            ";ROLLBACK",
            "SELECT 1; SELECT 2",
            "SELECT 1 -- one\r; SELECT 2",
            "SELECT 'one",
            "SELECT \"one",
            "SELECT 1 /* one /* two */",
            "SELECT $a$ one $b$",
            "COMMIT",
            "ROLLBACK TO SAVEPOINT one",
            "SAVEPOINT one",
            "SET TRANSACTION READ ONLY",
            "PREPARE TRANSACTION 'one'",
            "COPY accounts FROM STDIN",
            "LISTEN one",
            "DO 'BEGIN COMMIT; END'",
            "VACUUM")) {
      assertNull(StatementTemplates.onlyStatement(other), other);
    }
  }

  @Test
  void aCarriageReturnEndsAComment() {
    assertEquals(2, StatementTemplates.parameters("SELECT ? -- a ? \r + ? -- ?\n"));
  }

  private void reads(String sql, RowUse... rows) {
    expect(Kind.READ, sql, rows);
  }

  private void writes(String sql, RowUse... rows) {
    expect(Kind.WRITE, sql, rows);
  }

  private void expect(Kind kind, String sql, RowUse... rows) {
    cases.add(
        DynamicTest.dynamicTest(
            sql.isBlank() ? "blank" : sql,
            () -> {
              StatementTemplate template = templates.of(sql);
              assertEquals(kind, template.kind());
              assertEquals(sql, template.sql());
              assertEquals(Set.of(rows), new HashSet<>(template.rows(BOUND)));
            }));
  }
}
