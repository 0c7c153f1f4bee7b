import type { AuthErrorName } from "../../shared/session/auth-errors";
import { HttpError } from "../base/http-error";

/** Passwords are set in NFC; one set earlier is tried once in its other form. `wrong`: a wrong password's error. */
export async function withComposed<Result>(
	typed: string,
	wrong: AuthErrorName,
	attempt: (password: string) => Promise<Result>,
): Promise<Result> {
	const composed = typed.normalize("NFC");
	const other = composed === typed ? typed.normalize("NFD") : typed;
	try {
		return await attempt(composed);
	} catch (error) {
		const isWrong = error instanceof HttpError && error.code === wrong;
		if (!isWrong || other === composed) throw error;
		return attempt(other);
	}
}
