import { PasswordPolicy } from "../../shared/password-policy";

/** Null where it is not the JSON of a policy. Absent or empty: Cognito's floor and nothing else. */
export function parsePasswordPolicy(text: string | undefined): PasswordPolicy | null {
	if (!text) return PasswordPolicy.parse({});
	try {
		return PasswordPolicy.safeParse(JSON.parse(text)).data ?? null;
	} catch {
		return null; // not JSON, told to the operator as a problem of this setting
	}
}
