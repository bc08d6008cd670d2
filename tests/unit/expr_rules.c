/* Every rewrite rule, proven: each line below names a rule and a term that it
 * rewrites. The term is read as the reference reads it (tests/fuzz/reference.h)
 * and built by the constructors; the rule must fire, and Z3 must find both
 * equal for every input. A rule without a line fails the test.
 *
 * a8 is the byte a, a3 its three lowest bits; 5:8 a constant; A the input, B a
 * constant array, both of 16 bytes. Each line is run with several letters, so
 * that commutative operands come in both orders. */
#include "../fuzz/reference.h"
#include "expr/rules.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

struct proof {
    enum rule rule;
    const char *term;
};

/* clang-format off */
#define P(rule, term) {RULE_##rule, term},
static const struct proof proofs[] = {
    P(add_bool, "(add a1 b1)")
    P(add_zero, "(add a8 0:8)")
    P(add_constants, "(add (add a8 3:8) 5:8)")
    P(add_not_constant, "(add (not a8) 5:8)")
    P(add_minus_constant, "(add (sub 7:8 a8) 5:8)")
    P(add_hoist, "(add (add a8 3:8) b8)")
    P(add_complement, "(add a8 (not a8))")
    P(add_difference, "(add a8 (sub b8 a8))")
    P(add_negation, "(add a8 (sub 0:8 b8))")

    P(sub_bool, "(sub a1 b1)")
    P(sub_self, "(sub a8 a8)")
    P(sub_constant, "(sub a8 3:8)")
    P(sub_from_ones, "(sub -1:8 a8)")
    P(sub_from_minus, "(sub a8 (sub 0:8 b8))")
    P(sub_hoist_left, "(sub (add a8 3:8) b8)")
    P(sub_hoist_right, "(sub a8 (add b8 3:8))")
    P(sub_constant_minus, "(sub a8 (sub 9:8 b8))")
    P(sub_common, "(sub (add a8 b8) (add a8 c8))")
    P(sub_common, "(sub (add (add a8 b8) c8) b8)")
    P(sub_common, "(sub b8 (add a8 b8))")

    P(mul_bool, "(mul a1 b1)")
    P(mul_zero, "(mul a8 0:8)")
    P(mul_one, "(mul a8 1:8)")
    P(mul_minus_one, "(mul a8 -1:8)")
    P(mul_constants, "(mul (mul a8 3:8) 5:8)")
    P(mul_distribute, "(mul (add a8 3:8) 5:8)")
    P(mul_power, "(mul a8 8:8)")
    P(mul_power, "(mul a8 128:8)")

    P(udiv_one, "(udiv a8 1:8)")
    P(udiv_power, "(udiv a8 4:8)")
    P(udiv_narrow, "(udiv (zext 10 a6) 5:10)")

    P(sdiv_one, "(sdiv a8 1:8)")
    P(sdiv_minus_one, "(sdiv a6 -1:6)")
    P(sdiv_minus_one, "(sdiv a1 1:1)")
    P(sdiv_unsigned, "(sdiv (zext 8 a4) (zext 8 b4))")
    P(sdiv_narrow, "(sdiv (sext 8 a5) 5:8)")
    P(sdiv_narrow, "(sdiv (sext 8 a5) -3:8)")
    P(sdiv_narrow, "(sdiv (sext 8 a5) -16:8)")

    P(urem_self, "(urem a8 a8)")
    P(urem_small, "(urem (zext 8 a3) (or b8 8:8))")
    P(urem_power, "(urem a8 4:8)")
    P(urem_power, "(urem a8 1:8)")
    P(urem_narrow, "(urem (zext 10 a6) 5:10)")

    P(srem_self, "(srem a6 a6)")
    P(srem_one, "(srem a6 1:6)")
    P(srem_one, "(srem a6 -1:6)")
    P(srem_unsigned, "(srem (zext 8 a4) (zext 8 b4))")
    P(srem_narrow, "(srem (sext 8 a5) 5:8)")
    P(srem_narrow, "(srem (sext 8 a5) -3:8)")
    P(srem_narrow, "(srem (sext 8 a5) -16:8)")

    P(and_zero, "(and a8 0:8)")
    P(and_ones, "(and a8 -1:8)")
    P(and_self, "(and a8 a8)")
    P(and_complement, "(and a8 (not a8))")
    P(and_constants, "(and (and a8 165:8) 77:8)")
    P(and_absorb, "(and a8 (or a8 b8))")
    P(and_absorb, "(and a8 (and a8 b8))")
    P(and_run, "(and a8 15:8)")
    P(and_run, "(and a8 24:8)")
    P(and_run, "(and a8 128:8)")
    P(and_concat_constant, "(and (concat a4 b4) 165:8)")
    P(and_extended, "(and (zext 8 a4) (zext 8 b4))")
    P(and_extended, "(and (sext 8 a4) (sext 8 b4))")
    P(and_zext_constant, "(and (zext 12 a8) 0xfa5:12)")

    P(or_zero, "(or a8 0:8)")
    P(or_ones, "(or a8 -1:8)")
    P(or_self, "(or a8 a8)")
    P(or_complement, "(or a8 (not a8))")
    P(or_constants, "(or (or a8 3:8) 20:8)")
    P(or_absorb, "(or a8 (and a8 b8))")
    P(or_absorb, "(or a8 (or a8 b8))")
    P(or_not_not, "(or (not a8) (not b8))")
    P(or_concat_constant, "(or (concat a4 b4) 165:8)")
    P(or_extended, "(or (zext 8 a4) (zext 8 b4))")
    P(or_extended, "(or (sext 8 a4) (sext 8 b4))")
    P(or_extended, "(or (sext 8 a4) (sext 8 b6))")
    P(or_extended, "(or (zext 8 a4) (zext 8 b6))")
    P(or_zext_constant, "(or (zext 12 a8) 0x5a5:12)")
    P(or_high_part, "(or (concat a4 b4) (zext 8 c4))")
    P(or_high_part, "(or (concat a4 b4) (zext 8 c2))")
    P(or_low_part, "(or (concat a4 b4) (concat c4 0:4))")

    P(xor_zero, "(xor a8 0:8)")
    P(xor_ones, "(xor a8 -1:8)")
    P(xor_self, "(xor a8 a8)")
    P(xor_constants, "(xor (xor a8 3:8) 20:8)")
    P(xor_not, "(xor (not a8) b8)")
    P(xor_cancel, "(xor a8 (xor a8 b8))")
    P(xor_concat_constant, "(xor (concat a4 b4) 165:8)")
    P(xor_extended, "(xor (zext 8 a4) (zext 8 b4))")
    P(xor_extended, "(xor (sext 8 a4) (sext 8 b4))")
    P(xor_zext_constant, "(xor (zext 12 a8) 0x5a5:12)")

    P(not_not, "(not (not a8))")
    P(not_comparison, "(not (ult a8 b8))")
    P(not_comparison, "(not (ule a8 b8))")
    P(not_comparison, "(not (slt a8 b8))")
    P(not_comparison, "(not (sle a8 b8))")
    P(not_or, "(not (or (ult a8 b8) c1))")
    P(not_or, "(not (or (not a1) b1))")
    P(not_constants, "(not (ite a1 3:8 5:8))")

    P(shl_too_far, "(shl a8 9:8)")
    P(shl_too_far, "(shl a8 (or b8 8:8))")
    P(shl_too_far, "(shl 0:8 a8)")
    P(shl_distribute, "(shl (add a8 3:8) 2:8)")
    P(shl_constant, "(shl a8 3:8)")
    P(shl_constant, "(shl a8 0:8)")

    P(lshr_too_far, "(lshr a8 8:8)")
    P(lshr_too_far, "(lshr a8 (or b8 8:8))")
    P(lshr_too_far, "(lshr 0:8 a8)")
    P(lshr_constant, "(lshr a8 3:8)")

    P(ashr_ones, "(ashr -1:8 a8)")
    P(ashr_positive, "(ashr (zext 8 a4) b8)")
    P(ashr_constant, "(ashr a8 3:8)")
    P(ashr_constant, "(ashr a8 200:8)")
    P(ashr_constant, "(ashr a8 (or b8 8:8))")

    P(extract_extract, "(extract 1 2 (extract 2 5 a8))")
    P(extract_concat_low, "(extract 1 3 (concat a4 b4))")
    P(extract_concat_high, "(extract 5 2 (concat a4 b4))")
    P(extract_concat_both, "(extract 2 4 (concat a4 b4))")
    P(extract_zext, "(extract 1 2 (zext 12 a8))")
    P(extract_zext, "(extract 9 2 (zext 12 a8))")
    P(extract_zext, "(extract 4 6 (zext 12 a8))")
    P(extract_sext, "(extract 1 2 (sext 12 a8))")
    P(extract_sext, "(extract 9 2 (sext 12 a8))")
    P(extract_sext, "(extract 4 6 (sext 12 a8))")
    P(extract_not, "(extract 2 4 (not a8))")
    P(extract_mask, "(extract 4 4 (and a8 0xf5:8))")
    P(extract_mask, "(extract 0 4 (and a8 0x57:8))")
    P(extract_mask, "(extract 0 4 (or a8 0x50:8))")
    P(extract_mask, "(extract 0 4 (xor a8 0x5f:8))")
    P(extract_constants, "(extract 1 3 (ite a1 3:8 5:8))")
    P(extract_arithmetic, "(extract 0 4 (add (zext 8 a4) (zext 8 b4)))")
    P(extract_arithmetic, "(extract 0 5 (sub (zext 8 a4) (sext 8 b4)))")
    P(extract_arithmetic, "(extract 0 4 (mul (zext 8 a4) (add (zext 8 b4) (sext 8 c4))))")

    P(concat_zero, "(concat 0:3 a8)")
    P(concat_associate, "(concat (concat a4 b4) c4)")
    P(concat_constants, "(concat 5:3 (concat 2:2 a4))")
    P(concat_sign, "(concat (sext 4 (extract 7 1 a8)) a8)")
    P(concat_sign, "(concat (extract 7 1 a8) a8)")
    P(concat_choice, "(concat (ite (ult a8 b8) 3:4 5:4) (zext 4 (ule b8 a8)))")
    P(concat_choice, "(concat (ite a1 3:4 5:4) (ite a1 1:4 9:4))")
    P(concat_choice, "(concat (zext 4 a1) (ite a1 1:4 9:4))")
    P(concat_choice, "(concat (zext 4 (not a1)) (sext 4 a1))")
    P(concat_zext, "(concat (zext 8 a4) b4)")
    P(concat_sext, "(concat (sext 8 a4) b4)")
    P(concat_adjacent, "(concat (extract 4 4 a8) (extract 0 4 a8))")
    P(concat_adjacent, "(concat (extract 4 4 (add (zext 8 a4) (zext 8 b4))) (extract 0 4 (add (zext 8 a4) (zext 8 b4))))")
    P(concat_adjacent, "(concat (extract 4 4 (and a8 0xf5:8)) (extract 0 4 (and a8 0xf5:8)))")
    P(concat_adjacent_part, "(concat (extract 4 4 a8) (concat (extract 0 4 a8) b4))")
    P(concat_not, "(concat (not (extract 4 4 a8)) (not (extract 0 4 a8)))")

    P(zext_zext, "(zext 12 (zext 8 a4))")
    P(zext_extract, "(zext 8 (extract 0 6 (udiv a8 5:8)))")

    P(zext_constants, "(zext 12 (ite a1 3:8 200:8))")
    P(sext_constants, "(sext 12 (ite a1 3:8 200:8))")
    P(sext_sext, "(sext 12 (sext 8 a4))")
    P(sext_positive, "(sext 12 (zext 8 a4))")

    P(eq_self, "(eq a8 a8)")
    P(eq_bool, "(eq a1 1:1)")
    P(eq_bool, "(eq a1 0:1)")
    P(eq_complement, "(eq a8 (not a8))")
    P(eq_not_not, "(eq (not a8) (not b8))")
    P(eq_not_constant, "(eq (not a8) 5:8)")
    P(eq_extended_constant, "(eq (zext 12 a8) 5:12)")
    P(eq_extended_constant, "(eq (zext 12 a8) 0x105:12)")
    P(eq_extended_constant, "(eq (sext 12 a8) -5:12)")
    P(eq_extended_constant, "(eq (sext 12 a8) 0x105:12)")
    P(eq_extended, "(eq (zext 12 a8) (zext 12 b8))")
    P(eq_extended, "(eq (sext 12 a8) (sext 12 b8))")
    P(eq_extended_mixed, "(eq (zext 12 a8) (zext 12 b4))")
    P(eq_extended_mixed, "(eq (sext 12 a8) (sext 12 b4))")
    P(eq_concat_constant, "(eq (concat a4 5:4) 0x35:8)")
    P(eq_concat_constant, "(eq (concat 3:4 a4) 0x35:8)")
    P(eq_concat_constant, "(eq (concat 4:4 a4) 0x35:8)")
    P(eq_concat_same, "(eq (concat a4 b4) (concat a4 c4))")
    P(eq_concat_same, "(eq (concat b4 a4) (concat c4 a4))")
    P(eq_add_constant, "(eq (add a8 3:8) 1:8)")
    P(eq_minus_constant, "(eq (sub 3:8 a8) 1:8)")
    P(eq_xor_constant, "(eq (xor a8 3:8) 1:8)")
    P(eq_difference, "(eq (sub a8 b8) 0:8)")
    P(eq_difference, "(eq (xor a8 b8) 0:8)")
    P(eq_mul_odd, "(eq (mul a8 5:8) 7:8)")
    P(eq_mul_odd, "(eq (mul a8 251:8) 6:8)")
    P(eq_common, "(eq (add a8 b8) (add a8 c8))")
    P(eq_common, "(eq (add a8 b8) a8)")
    P(eq_choice, "(eq (ite a1 3:8 5:8) 3:8)")
    P(eq_choice, "(eq (ite a1 3:8 b8) 3:8)")
    P(eq_choice, "(eq (ite a1 b8 3:8) 4:8)")
    P(eq_choice, "(eq (ite a1 b8 3:8) 3:8)")
    P(eq_difference_chain, "(eq (ite (eq a8 b8) c8 (sub a8 b8)) 0:8)")
    P(eq_difference_chain, "(eq (ite (eq a8 3:8) (zext 12 c8) (add (zext 12 a8) -3:12)) 0:12)")

    P(ult_self, "(ult a8 a8)")
    P(ult_bool, "(ult a1 b1)")
    P(ult_one_value, "(ult a8 1:8)")
    P(ult_one_value, "(ult 254:8 a8)")
    P(ult_one_value, "(ult (or a8 6:8) 7:8)")
    P(ult_all_but_one, "(ult a8 255:8)")
    P(ult_all_but_one, "(ult 0:8 a8)")
    P(ult_all_but_one, "(ult 4:8 (or a8 4:8))")
    P(ult_zext_constant, "(ult (zext 12 a8) 100:12)")
    P(ult_zext_constant, "(ult (zext 12 a8) 300:12)")
    P(ult_zext_constant, "(ult 100:12 (zext 12 a8))")
    P(ult_zext_constant, "(ult 300:12 (zext 12 a8))")
    P(ult_extended, "(ult (zext 12 a8) (zext 12 b8))")
    P(ult_extended, "(ult (sext 12 a8) (sext 12 b8))")
    P(ult_concat_constant, "(ult (concat a4 b4) 0x30:8)")
    P(ult_concat_constant, "(ult 0x3f:8 (concat a4 b4))")
    P(ult_choice, "(ult (ite a1 3:8 9:8) 5:8)")
    P(ult_choice, "(ult 5:8 (ite a1 3:8 9:8))")
    P(ult_concat_same, "(ult (concat a4 b4) (concat a4 c4))")

    P(ule_self, "(ule a8 a8)")
    P(ule_bool, "(ule a1 b1)")
    P(ule_constant, "(ule a8 3:8)")
    P(ule_constant, "(ule a8 255:8)")
    P(ule_constant, "(ule 3:8 a8)")
    P(ule_constant, "(ule 0:8 a8)")
    P(ule_extended, "(ule (zext 12 a8) (zext 12 b8))")
    P(ule_extended, "(ule (sext 12 a8) (sext 12 b8))")
    P(ule_concat_same, "(ule (concat a4 b4) (concat a4 c4))")

    P(slt_self, "(slt a8 a8)")
    P(slt_bool, "(slt a1 b1)")
    P(slt_unsigned, "(slt (zext 8 a4) (zext 8 b5))")
    P(slt_sign, "(slt a8 0:8)")
    P(slt_sign, "(slt -1:8 a8)")
    P(slt_limits, "(slt a8 -128:8)")
    P(slt_limits, "(slt 127:8 a8)")
    P(slt_limits, "(slt a8 -127:8)")
    P(slt_limits, "(slt 126:8 a8)")
    P(slt_limits, "(slt a8 127:8)")
    P(slt_limits, "(slt -128:8 a8)")
    P(slt_sext_constant, "(slt (sext 12 a8) 100:12)")
    P(slt_sext_constant, "(slt 100:12 (sext 12 a8))")
    P(slt_sext_constant, "(slt (sext 12 a8) 300:12)")
    P(slt_sext_constant, "(slt (sext 12 a8) -300:12)")
    P(slt_sext_constant, "(slt 300:12 (sext 12 a8))")
    P(slt_sext_constant, "(slt -300:12 (sext 12 a8))")
    P(slt_choice, "(slt (ite a1 3:8 200:8) 1:8)")
    P(slt_choice, "(slt 2:8 (ite a1 3:8 200:8))")
    P(slt_sext, "(slt (sext 12 a8) (sext 12 b8))")

    P(sle_self, "(sle a8 a8)")
    P(sle_bool, "(sle a1 b1)")
    P(sle_constant, "(sle a8 3:8)")
    P(sle_constant, "(sle a8 127:8)")
    P(sle_constant, "(sle 3:8 a8)")
    P(sle_constant, "(sle -128:8 a8)")
    P(sle_unsigned, "(sle (zext 8 a4) (zext 8 b5))")
    P(sle_sext, "(sle (sext 12 a8) (sext 12 b8))")

    P(ite_same, "(ite a1 b8 b8)")
    P(ite_not, "(ite (not a1) b8 c8)")
    P(ite_not, "(ite (ule a8 b8) c8 d8)")
    P(ite_not, "(ite (sle a8 b8) c8 d8)")
    P(ite_bool, "(ite a1 1:1 b1)")
    P(ite_bool, "(ite a1 0:1 b1)")
    P(ite_bool, "(ite a1 b1 1:1)")
    P(ite_bool, "(ite a1 b1 0:1)")
    P(ite_condition, "(ite a1 a1 b1)")
    P(ite_condition, "(ite a1 b1 a1)")
    P(ite_extended_bool, "(ite a1 1:8 0:8)")
    P(ite_extended_bool, "(ite a1 -1:8 0:8)")
    P(ite_extended_bool, "(ite a1 0:8 1:8)")
    P(ite_extended_bool, "(ite a1 0:8 -1:8)")
    P(ite_nested, "(ite a1 (ite a1 b8 c8) d8)")
    P(ite_nested, "(ite a1 d8 (ite a1 b8 c8))")
    P(ite_join, "(ite a1 c8 (ite b1 c8 d8))")
    P(ite_join, "(ite a1 (ite b1 c8 d8) d8)")
    P(ite_equal, "(ite (eq a8 b8) a8 b8)")
    P(ite_equal, "(ite (eq a8 3:8) 3:8 a8)")
    P(ite_extended, "(ite a1 (zext 8 b4) (zext 8 c4))")
    P(ite_extended, "(ite a1 (sext 8 b4) (sext 8 c4))")

    P(read_past, "(read A 16:64)")
    P(read_past, "(read A (or (zext 64 a8) 16:64))")
    P(read_bytes, "(read B 3:64)")
    P(read_either, "(read A (add (zext 64 a1) 2:64))")
    P(read_store, "(read (store A 3:64 a8) 3:64)")
    P(read_store, "(read (store A 3:64 a8) 4:64)")
    P(read_store, "(read (store A (zext 64 a8) b8) (zext 64 a8))")
    P(read_store, "(read (store A (add (zext 64 a8) 1:64) b8) (zext 64 a8))")
    P(read_store, "(read (store A (zext 64 a2) b8) (or (zext 64 c3) 4:64))")

    P(store_past, "(read (store A 16:64 a8) (zext 64 b8))")
    P(store_again, "(read (store (store A (zext 64 a8) b8) (zext 64 a8) c8) (zext 64 d8))")
    P(store_back, "(read (store A (zext 64 a8) (read A (zext 64 a8))) (zext 64 b8))")
    P(store_bytes, "(read (store B 3:64 7:8) (zext 64 b8))")

    P(facts_decide, "(eq (or a8 1:8) 0:8)")
    P(facts_decide, "(ult (or a8 128:8) (zext 8 b7))")
    P(facts_decide, "(ult (add (zext 8 a4) (zext 8 b4)) (or (zext 8 c3) 40:8))")
    P(facts_decide, "(eq (and (mul (concat a4 0:4) (zext 8 b8)) 21:8) 1:8)")
    P(facts_decide, "(slt (udiv a8 3:8) (sub 0:8 (or (zext 8 b3) 1:8)))")
};
#undef P
/* clang-format on */

/* ---- reading a line ---- */

struct reader {
    struct reference *ref;
    const char *at;
    int shift; /* of the letters */
};

static int read_term(struct reader *reader);

static void skip_spaces(struct reader *reader)
{
    while (*reader->at == ' ')
        reader->at++;
}

static unsigned read_number(struct reader *reader)
{
    skip_spaces(reader);
    return (unsigned)strtoul(reader->at, (char **)&reader->at, 0);
}

static int node(struct reader *reader, enum expr_kind kind, unsigned width, const int *arg, unsigned low)
{
    return ref_add(
        reader->ref,
        (struct ref_node){.kind = kind, .width = width, .arg = {arg[0], arg[1], arg[2]}, .low = low});
}

static int read_atom(struct reader *reader)
{
    char first = *reader->at;
    if (first == 'A' || first == 'B') {
        reader->at++;
        struct ref_node array = {.kind = first == 'A' ? EXPR_INPUT : EXPR_BYTES};
        for (int i = 0; i < REF_ARRAY; i++)
            array.bytes[i] = (uint8_t)(i * 37 + 1);
        return ref_add(reader->ref, array);
    }
    if (first >= 'a' && first <= 'p') {
        int index = (first - 'a' + reader->shift) % REF_ARRAY;
        reader->at++;
        unsigned width = read_number(reader);
        int arg[3] = {ref_add(reader->ref, (struct ref_node){.kind = EXPR_INPUT}),
                      ref_add(reader->ref,
                              (struct ref_node){.kind = EXPR_CONST, .width = 64, .constant = (u128)index})};
        arg[0] = node(reader, EXPR_READ, 8, arg, 0);
        arg[1] = 0;
        return width == 8 ? arg[0] : node(reader, EXPR_EXTRACT, width, arg, 0);
    }
    long long value = strtoll(reader->at, (char **)&reader->at, 0);
    assert_int_equal(*reader->at++, ':');
    unsigned width = read_number(reader);
    return ref_add(reader->ref, (struct ref_node){.kind = EXPR_CONST,
                                                  .width = width,
                                                  .constant = (u128)(__int128)value & ref_mask(width)});
}

static enum expr_kind read_kind(struct reader *reader)
{
    size_t length = strcspn(reader->at, " ");
    const char *word = reader->at;
    reader->at += length;
    if (length == 3 && !strncmp(word, "ite", 3))
        return EXPR_ITE;
    for (int kind = 0; kind < EXPR_KIND_COUNT; kind++) {
        const char *name = expr_kind_name(kind);
        if (strlen(name) == length && !strncasecmp(name, word, length))
            return kind;
    }
    fail_msg("no such operation: %s", word);
    return EXPR_KIND_COUNT;
}

static int read_list(struct reader *reader)
{
    unsigned low = 0, width = 0;
    int arg[3] = {0};
    reader->at++;
    enum expr_kind kind = read_kind(reader);
    if (kind == EXPR_EXTRACT)
        low = read_number(reader);
    if (kind == EXPR_EXTRACT || kind == EXPR_ZEXT || kind == EXPR_SEXT)
        width = read_number(reader);
    for (unsigned i = 0; i < expr_children(kind); i++)
        arg[i] = read_term(reader);
    skip_spaces(reader);
    assert_int_equal(*reader->at++, ')');
    const struct ref_node *nodes = reader->ref->nodes;
    if (kind >= EXPR_EQ && kind <= EXPR_SLE)
        width = 1;
    else if (kind == EXPR_READ)
        width = 8;
    else if (kind == EXPR_CONCAT)
        width = nodes[arg[0]].width + nodes[arg[1]].width;
    else if (!width && kind != EXPR_STORE)
        width = nodes[arg[kind == EXPR_ITE]].width;
    return node(reader, kind, width, arg, low);
}

static int read_term(struct reader *reader)
{
    skip_spaces(reader);
    return *reader->at == '(' ? read_list(reader) : read_atom(reader);
}

/* ---- proving ---- */

static void prove(const struct proof *proof, int shift, uint64_t *fired)
{
    static struct reference ref;
    memset(&ref, 0, sizeof ref);
    ref.exprs = exprs_new();
    rules_count(ref.exprs);
    struct reader reader = {&ref, proof->term, shift};
    int root = read_term(&reader);
    if (!rules_fired(ref.exprs, proof->rule))
        fail_msg("%s does not fire on %s", rules_name(proof->rule), proof->term);
    fired[proof->rule]++;
    if (ref_prove(&ref, root, 20000) != 1)
        fail_msg("%s is wrong, or not proven, on %s", rules_name(proof->rule), proof->term);
    exprs_check(ref.exprs);
    ref_release(&ref);
}

static void every_rule_is_proven(void **state)
{
    uint64_t fired[RULE_COUNT] = {0};
    for (size_t i = 0; i < sizeof proofs / sizeof *proofs; i++)
        for (int shift = 0; shift < 2; shift++)
            prove(&proofs[i], 5 * shift, fired);
    for (int rule = 0; rule < RULE_COUNT; rule++)
        if (!fired[rule])
            fail_msg("no proof of %s", rules_name(rule));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_rule_is_proven)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
