import { describe, it } from "vitest";
import { checkPassword, type PasswordRule } from "../../../shared/session/password-policy";
import { PasswordPolicy, shortestPassword } from "../../../shared/session/password-setting";
import * as fc from "../../properties";

const strict: PasswordPolicy = {
	minimumLength: 8,
	requireLowercase: true,
	requireUppercase: true,
	requireNumbers: true,
	requireSymbols: true,
};

const unmetBy = (password: string, policy = strict): PasswordRule[] =>
	checkPassword(policy, password).flatMap(({ rule, isMet }) => (isMet ? [] : [rule]));

describe("a password policy", () => {
	it("keeps Cognito's floor where it says nothing, and rejects what no pool can have", ({ expect }) => {
		expect(PasswordPolicy.parse({})).toEqual({
			minimumLength: 6,
			requireLowercase: false,
			requireUppercase: false,
			requireNumbers: false,
			requireSymbols: false,
		});
		for (const wrong of [{ minimumLength: 5 }, { minimumLength: 100 }, { minimumLength: 6.5 }, { minLength: 8 }]) {
			expect(PasswordPolicy.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false);
		}
	});

	const table: [password: string, unmet: PasswordRule[]][] = [
		["Abcdef1!", []],
		["abcdef1!", ["uppercase"]],
		["ABCDEF1!", ["lowercase"]],
		["Abcdefg!", ["number"]],
		["Abcdefg1", ["symbol"]],
		["Abcde1!", ["length"]],
		["", ["length", "lowercase", "uppercase", "number", "symbol"]],
		// A space counts between two others, and not at an end.
		["Abcd efg1", []],
		[" Abcdefg1 ", ["symbol"]],
		// Letters and digits of other scripts are neither of Cognito's.
		["ÀÉÎÕÜßñç٣", ["lowercase", "uppercase", "number", "symbol"]],
	];
	it.for(table)("finds, with every rule, in %j what is missing: %j", ([password, unmet], { expect }) => {
		expect(unmetBy(password)).toEqual(unmet);
	});

	it.for([..."^$*.[]{}()?-\"!@#%&/\\,><':;|_~`+="])("takes %s for a symbol", (symbol, { expect }) => {
		expect(unmetBy(`Abcdef1${symbol}`)).toEqual([]);
	});

	it("shows only the rules it makes, and asks for length always", ({ expect }) => {
		fc.assert(
			fc.property(fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }), fc.string(), (requested, password) => {
				const [requireLowercase = false, requireUppercase = false, requireNumbers = false, requireSymbols = false] =
					requested;
				const policy = {
					minimumLength: shortestPassword,
					requireLowercase,
					requireUppercase,
					requireNumbers,
					requireSymbols,
				};
				const rules = checkPassword(policy, password);
				expect(rules.length).toBe(1 + requested.filter(Boolean).length);
				expect(rules[0]).toEqual({ rule: "length", isMet: password.length >= shortestPassword });
			}),
		);
	});
});
