import type { PasswordPolicy, PasswordRule } from "../../shared/password-policy";

const words: Record<Exclude<PasswordRule, "length">, string> = {
	lowercase: "A lower-case letter",
	uppercase: "A capital letter",
	number: "A number",
	symbol: "A symbol, such as ! or %",
};

export function wordsForRule(rule: PasswordRule, policy: PasswordPolicy): string {
	return rule === "length" ? `At least ${policy.minimumLength} characters` : words[rule];
}
