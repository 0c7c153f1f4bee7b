import type { AuthErrorName } from "../../../shared/auth-errors";
import { isEmailAddress } from "./email-in-link";
import type { StepNoteName } from "./step-notes";

type Step = { to: "/confirm" | "/new-password" | "/forgot-password"; email?: string; note?: StepNoteName };

/** The step that lifts a refused sign-in, null where trying again is all there is. */
export function stepAfterRefusal(name: AuthErrorName, typed: string): Step | null {
	// A pool may know people by other names; the screens that follow then ask for the address.
	const known = isEmailAddress(typed) ? { email: typed } : {};
	if (name === "UserNotConfirmedException") return { to: "/confirm", note: "confirm-first", ...known };
	if (name === "PasswordResetRequiredException") {
		return known.email === undefined
			? { to: "/forgot-password" }
			: { to: "/new-password", note: "reset-required", ...known };
	}
	return null;
}
