-- As functions.sql, but every transaction writes its number, me, and returns what it saw: for each
-- row read or written the table (0 savings, 1 checking), the customer, the writer of the balance
-- seen, the balance seen, whether the row was written (0 or 1), the balance left.

create function see(from_checking boolean, who bigint, inout seen bigint[], out bal bigint)
language plpgsql as $$
declare
  author bigint;
begin
  if from_checking then
    select c.bal, c.writer into strict bal, author from checking c where c.custid = who;
  else
    select s.bal, s.writer into strict bal, author from savings s where s.custid = who;
  end if;
  seen := seen || array[from_checking::int, who, author, bal, 0, bal];
end $$;

create function put(
  to_checking boolean, who bigint, kept bigint, added bigint, me bigint, inout seen bigint[],
  out bal bigint)
language plpgsql as $$
declare
  author bigint;
  before bigint;
begin
  if to_checking then
    update checking c set bal = c.bal * kept + added, writer = me where c.custid = who
      returning old.bal, old.writer, new.bal into strict before, author, bal;
  else
    update savings s set bal = s.bal * kept + added, writer = me where s.custid = who
      returning old.bal, old.writer, new.bal into strict before, author, bal;
  end if;
  seen := seen || array[to_checking::int, who, author, before, 1, bal];
end $$;

create function balance(
  who bigint, me bigint, out change bigint, out balance bigint, out seen bigint[])
language plpgsql as $$
declare
  id bigint;
  in_savings bigint;
  in_checking bigint;
begin
  select custid into strict id from accounts where custid = who;
  select s.seen, s.bal into seen, in_savings from see(false, who, '{}') s;
  select s.seen, s.bal into seen, in_checking from see(true, who, seen) s;
  change := 0;
  balance := in_savings + in_checking;
end $$;

create function deposit_checking(
  who bigint, cents bigint, me bigint, out change bigint, out balance bigint, out seen bigint[])
language plpgsql as $$
declare
  id bigint;
begin
  select custid into strict id from accounts where custid = who;
  select p.seen, p.bal into seen, balance from put(true, who, 1, cents, me, '{}') p;
  change := cents;
end $$;

create function transact_savings(
  who bigint, cents bigint, me bigint, out change bigint, out balance bigint, out seen bigint[])
language plpgsql as $$
declare
  id bigint;
  in_savings bigint;
begin
  select custid into strict id from accounts where custid = who;
  select s.seen, s.bal into seen, in_savings from see(false, who, '{}') s;
  if in_savings + cents < 0 then
    return;
  end if;
  select p.seen, p.bal into seen, balance from put(false, who, 1, cents, me, seen) p;
  change := cents;
end $$;

create function amalgamate(
  who bigint, payee bigint, me bigint, out change bigint, out balance bigint, out seen bigint[])
language plpgsql as $$
declare
  id bigint;
  in_savings bigint;
  in_checking bigint;
begin
  select custid into strict id from accounts where custid = who;
  select custid into strict id from accounts where custid = payee;
  select s.seen, s.bal into seen, in_savings from see(false, who, '{}') s;
  select s.seen, s.bal into seen, in_checking from see(true, who, seen) s;
  balance := in_savings + in_checking;
  select p.seen into seen from put(false, who, 0, 0, me, seen) p;
  if :payer_first then
    select p.seen into seen from put(true, who, 0, 0, me, seen) p;
    select p.seen into seen from put(true, payee, 1, balance, me, seen) p;
  else
    select p.seen into seen from put(true, payee, 1, balance, me, seen) p;
    select p.seen into seen from put(true, who, 0, 0, me, seen) p;
  end if;
  change := 0;
end $$;

create function write_check(
  who bigint, cents bigint, me bigint, out change bigint, out balance bigint, out seen bigint[])
language plpgsql as $$
declare
  id bigint;
  in_savings bigint;
  in_checking bigint;
begin
  select custid into strict id from accounts where custid = who;
  select s.seen, s.bal into seen, in_savings from see(false, who, '{}') s;
  select s.seen, s.bal into seen, in_checking from see(true, who, seen) s;
  change := -cents;
  if in_savings + in_checking < cents then
    change := change - 100;
  end if;
  select p.seen, p.bal into seen, balance from put(true, who, 1, change, me, seen) p;
end $$;

create function send_payment(
  who bigint, payee bigint, cents bigint, me bigint, out change bigint, out balance bigint,
  out seen bigint[])
language plpgsql as $$
declare
  id bigint;
  in_checking bigint;
begin
  select custid into strict id from accounts where custid = who;
  select custid into strict id from accounts where custid = payee;
  select s.seen, s.bal into seen, in_checking from see(true, who, '{}') s;
  if in_checking < cents then
    return;
  end if;
  if :payer_first then
    select p.seen into seen from put(true, who, 1, -cents, me, seen) p;
    select p.seen into seen from put(true, payee, 1, cents, me, seen) p;
  else
    select p.seen into seen from put(true, payee, 1, cents, me, seen) p;
    select p.seen into seen from put(true, who, 1, -cents, me, seen) p;
  end if;
  change := 0;
  balance := in_checking - cents;
end $$;
