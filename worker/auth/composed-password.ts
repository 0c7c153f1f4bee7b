import type { AuthErrorName } from "../../shared/session/auth-errors";
import { HttpError } from "../base/http-error";

/** Passwords are set in NFC; one set earlier is tried once more as typed. `wrong`: the error of a wrong password. */
export async function withComposed<Result>(
	typed: string,
	wrong: AuthErrorName,
	attempt: (password: string) => Promise<Result>,
): Promise<Result> {
	const composed = typed.normalize("NFC");
	if (composed === typed) return attempt(typed);
	try {
		return await attempt(composed);
	} catch (error) {
		if (!(error instanceof HttpError) || error.code !== wrong) throw error;
		return attempt(typed);
	}
}
