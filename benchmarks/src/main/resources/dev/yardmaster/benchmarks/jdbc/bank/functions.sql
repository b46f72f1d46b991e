-- The six transactions, one function each. change is the change of the bank's total, null if the
-- transaction is refused because an account holds too little; balance is the balance found or left.

create function balance(who bigint, out change bigint, out balance bigint)
language plpgsql as $$
declare
  id bigint;
  in_savings bigint;
  in_checking bigint;
begin
  select custid into strict id from accounts where custid = who;
  select bal into strict in_savings from savings where custid = who;
  select bal into strict in_checking from checking where custid = who;
  change := 0;
  balance := in_savings + in_checking;
end $$;

create function deposit_checking(who bigint, cents bigint, out change bigint, out balance bigint)
language plpgsql as $$
declare
  id bigint;
begin
  select custid into strict id from accounts where custid = who;
  update checking set bal = bal + cents where custid = who returning bal into strict balance;
  change := cents;
end $$;

create function transact_savings(who bigint, cents bigint, out change bigint, out balance bigint)
language plpgsql as $$
declare
  id bigint;
  in_savings bigint;
begin
  select custid into strict id from accounts where custid = who;
  select bal into strict in_savings from savings where custid = who;
  if in_savings + cents < 0 then
    return;
  end if;
  update savings set bal = bal + cents where custid = who returning bal into strict balance;
  change := cents;
end $$;

create function amalgamate(who bigint, payee bigint, out change bigint, out balance bigint)
language plpgsql as $$
declare
  id bigint;
  in_savings bigint;
  in_checking bigint;
begin
  select custid into strict id from accounts where custid = who;
  select custid into strict id from accounts where custid = payee;
  select bal into strict in_savings from savings where custid = who;
  select bal into strict in_checking from checking where custid = who;
  balance := in_savings + in_checking;
  update savings set bal = 0 where custid = who;
  if :payer_first then
    update checking set bal = 0 where custid = who;
    update checking set bal = bal + balance where custid = payee;
  else
    update checking set bal = bal + balance where custid = payee;
    update checking set bal = 0 where custid = who;
  end if;
  change := 0;
end $$;

create function write_check(who bigint, cents bigint, out change bigint, out balance bigint)
language plpgsql as $$
declare
  id bigint;
  in_savings bigint;
  in_checking bigint;
begin
  select custid into strict id from accounts where custid = who;
  select bal into strict in_savings from savings where custid = who;
  select bal into strict in_checking from checking where custid = who;
  change := -cents;
  if in_savings + in_checking < cents then
    change := change - 100;
  end if;
  update checking set bal = bal + change where custid = who returning bal into strict balance;
end $$;

create function send_payment(
  who bigint, payee bigint, cents bigint, out change bigint, out balance bigint)
language plpgsql as $$
declare
  id bigint;
  in_checking bigint;
begin
  select custid into strict id from accounts where custid = who;
  select custid into strict id from accounts where custid = payee;
  select bal into strict in_checking from checking where custid = who;
  if in_checking < cents then
    return;
  end if;
  if :payer_first then
    update checking set bal = bal - cents where custid = who;
    update checking set bal = bal + cents where custid = payee;
  else
    update checking set bal = bal + cents where custid = payee;
    update checking set bal = bal - cents where custid = who;
  end if;
  change := 0;
  balance := in_checking - cents;
end $$;
