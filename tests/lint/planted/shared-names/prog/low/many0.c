/* SPDX-License-Identifier: BSD-2-Clause */
/* Many functions whose names another file has, too. */
int low_many0(int a);

static int shared0(int a)
{
	return a + 0;
}

static int shared1(int a)
{
	return a + 1;
}

static int shared2(int a)
{
	return a + 2;
}

static int shared3(int a)
{
	return a + 3;
}

static int shared4(int a)
{
	return a + 4;
}

static int shared5(int a)
{
	return a + 5;
}

static int shared6(int a)
{
	return a + 6;
}

static int shared7(int a)
{
	return a + 7;
}

static int shared8(int a)
{
	return a + 8;
}

static int shared9(int a)
{
	return a + 9;
}

static int shared10(int a)
{
	return a + 10;
}

static int shared11(int a)
{
	return a + 11;
}

static int shared12(int a)
{
	return a + 12;
}

static int shared13(int a)
{
	return a + 13;
}

static int shared14(int a)
{
	return a + 14;
}

static int shared15(int a)
{
	return a + 15;
}

static int shared16(int a)
{
	return a + 16;
}

static int shared17(int a)
{
	return a + 17;
}

static int shared18(int a)
{
	return a + 18;
}

static int shared19(int a)
{
	return a + 19;
}

static int shared20(int a)
{
	return a + 20;
}

static int shared21(int a)
{
	return a + 21;
}

static int shared22(int a)
{
	return a + 22;
}

static int shared23(int a)
{
	return a + 23;
}

static int shared24(int a)
{
	return a + 24;
}

static int shared25(int a)
{
	return a + 25;
}

static int shared26(int a)
{
	return a + 26;
}

static int shared27(int a)
{
	return a + 27;
}

static int shared28(int a)
{
	return a + 28;
}

static int shared29(int a)
{
	return a + 29;
}

static int shared30(int a)
{
	return a + 30;
}

static int shared31(int a)
{
	return a + 31;
}

static int shared32(int a)
{
	return a + 32;
}

static int shared33(int a)
{
	return a + 33;
}

static int shared34(int a)
{
	return a + 34;
}

static int shared35(int a)
{
	return a + 35;
}

static int shared36(int a)
{
	return a + 36;
}

static int shared37(int a)
{
	return a + 37;
}

static int shared38(int a)
{
	return a + 38;
}

static int shared39(int a)
{
	return a + 39;
}

static int shared40(int a)
{
	return a + 40;
}

static int shared41(int a)
{
	return a + 41;
}

static int shared42(int a)
{
	return a + 42;
}

static int shared43(int a)
{
	return a + 43;
}

static int shared44(int a)
{
	return a + 44;
}

static int shared45(int a)
{
	return a + 45;
}

static int shared46(int a)
{
	return a + 46;
}

static int shared47(int a)
{
	return a + 47;
}

static int shared48(int a)
{
	return a + 48;
}

static int shared49(int a)
{
	return a + 49;
}

static int shared50(int a)
{
	return a + 50;
}

static int shared51(int a)
{
	return a + 51;
}

static int shared52(int a)
{
	return a + 52;
}

static int shared53(int a)
{
	return a + 53;
}

static int shared54(int a)
{
	return a + 54;
}

static int shared55(int a)
{
	return a + 55;
}

static int shared56(int a)
{
	return a + 56;
}

static int shared57(int a)
{
	return a + 57;
}

static int shared58(int a)
{
	return a + 58;
}

static int shared59(int a)
{
	return a + 59;
}

static int shared60(int a)
{
	return a + 60;
}

static int shared61(int a)
{
	return a + 61;
}

static int shared62(int a)
{
	return a + 62;
}

static int shared63(int a)
{
	return a + 63;
}

static int shared64(int a)
{
	return a + 64;
}

static int shared65(int a)
{
	return a + 65;
}

static int shared66(int a)
{
	return a + 66;
}

static int shared67(int a)
{
	return a + 67;
}

static int shared68(int a)
{
	return a + 68;
}

static int shared69(int a)
{
	return a + 69;
}

static int shared70(int a)
{
	return a + 70;
}

static int shared71(int a)
{
	return a + 71;
}

static int shared72(int a)
{
	return a + 72;
}

static int shared73(int a)
{
	return a + 73;
}

static int shared74(int a)
{
	return a + 74;
}

static int shared75(int a)
{
	return a + 75;
}

static int shared76(int a)
{
	return a + 76;
}

static int shared77(int a)
{
	return a + 77;
}

static int shared78(int a)
{
	return a + 78;
}

static int shared79(int a)
{
	return a + 79;
}

static int shared80(int a)
{
	return a + 80;
}

static int shared81(int a)
{
	return a + 81;
}

static int shared82(int a)
{
	return a + 82;
}

static int shared83(int a)
{
	return a + 83;
}

static int shared84(int a)
{
	return a + 84;
}

static int shared85(int a)
{
	return a + 85;
}

static int shared86(int a)
{
	return a + 86;
}

static int shared87(int a)
{
	return a + 87;
}

static int shared88(int a)
{
	return a + 88;
}

static int shared89(int a)
{
	return a + 89;
}

static int shared90(int a)
{
	return a + 90;
}

static int shared91(int a)
{
	return a + 91;
}

static int shared92(int a)
{
	return a + 92;
}

static int shared93(int a)
{
	return a + 93;
}

static int shared94(int a)
{
	return a + 94;
}

static int shared95(int a)
{
	return a + 95;
}

static int shared96(int a)
{
	return a + 96;
}

static int shared97(int a)
{
	return a + 97;
}

static int shared98(int a)
{
	return a + 98;
}

static int shared99(int a)
{
	return a + 99;
}

static int shared100(int a)
{
	return a + 100;
}

int low_many0(int a)
{
	return shared0(a) + shared1(a) + shared2(a) + shared3(a) + shared4(a) + shared5(a) +
	       shared6(a) + shared7(a) + shared8(a) + shared9(a) + shared10(a) + shared11(a) +
	       shared12(a) + shared13(a) + shared14(a) + shared15(a) + shared16(a) + shared17(a) +
	       shared18(a) + shared19(a) + shared20(a) + shared21(a) + shared22(a) + shared23(a) +
	       shared24(a) + shared25(a) + shared26(a) + shared27(a) + shared28(a) + shared29(a) +
	       shared30(a) + shared31(a) + shared32(a) + shared33(a) + shared34(a) + shared35(a) +
	       shared36(a) + shared37(a) + shared38(a) + shared39(a) + shared40(a) + shared41(a) +
	       shared42(a) + shared43(a) + shared44(a) + shared45(a) + shared46(a) + shared47(a) +
	       shared48(a) + shared49(a) + shared50(a) + shared51(a) + shared52(a) + shared53(a) +
	       shared54(a) + shared55(a) + shared56(a) + shared57(a) + shared58(a) + shared59(a) +
	       shared60(a) + shared61(a) + shared62(a) + shared63(a) + shared64(a) + shared65(a) +
	       shared66(a) + shared67(a) + shared68(a) + shared69(a) + shared70(a) + shared71(a) +
	       shared72(a) + shared73(a) + shared74(a) + shared75(a) + shared76(a) + shared77(a) +
	       shared78(a) + shared79(a) + shared80(a) + shared81(a) + shared82(a) + shared83(a) +
	       shared84(a) + shared85(a) + shared86(a) + shared87(a) + shared88(a) + shared89(a) +
	       shared90(a) + shared91(a) + shared92(a) + shared93(a) + shared94(a) + shared95(a) +
	       shared96(a) + shared97(a) + shared98(a) + shared99(a) + shared100(a);
}
