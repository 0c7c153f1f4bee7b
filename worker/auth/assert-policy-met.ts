import { checkPassword } from "../../shared/password-policy";
import type { AuthCall } from "./auth-call";
import { AuthRefusal } from "./auth-refusal";

/** The pool judges too, but only after it has looked up the user, and so may tell by its answer whether there is one. */
export function assertPolicyMet({ services }: AuthCall, password: string): void {
	const unmet = checkPassword(services.settings.passwordPolicy, password).find(({ isMet }) => !isMet);
	if (unmet) throw new AuthRefusal("InvalidPasswordException", { reason: `the policy's ${unmet.rule}` });
}
