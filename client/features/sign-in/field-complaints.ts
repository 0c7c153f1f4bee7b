import { checkPassword, longestPassword, type PasswordPolicy } from "../../../shared/password-policy";
import { isEmailAddress } from "./email-in-link";

/** What is wrong with a field before it is sent; false where nothing is. */
export function emailComplaint(email: string): string | false {
	if (email === "") return "Enter your e-mail address.";
	return !isEmailAddress(email) && "Enter a valid e-mail address.";
}

export function codeComplaint(code: string): string | false {
	return code === "" && "Enter the code.";
}

/** Where the policy is unknown, the sign-in service alone judges. */
export function newPasswordComplaint(policy: PasswordPolicy | null, password: string): string | false {
	if (password === "") return "Choose a password.";
	if (password.length > longestPassword) return `At most ${longestPassword} characters.`;
	if (policy === null || checkPassword(policy, password).every(({ isMet }) => isMet)) return false;
	return "This password does not meet the rules.";
}
