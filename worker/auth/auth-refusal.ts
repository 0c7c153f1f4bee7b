import type { AuthErrorName } from "../../shared/auth-errors";

export type RefusalDetails = {
	/** For the operator's log: a name or a fixed phrase, never anything that was typed. */
	reason?: string;
	/** What the log calls it, where the answer must not tell it from something else. */
	loggedName?: AuthErrorName;
	/** Instead of the catalogue's. */
	message?: string;
	/** Instead of the catalogue's. */
	shown?: string;
	retryAfterSeconds?: number;
	/** Cognito's own request id, which its support asks for. */
	cognitoRequestId?: string;
};

/** A door's way to say no, by a name of the catalogue. `toHandler` alone turns it into an answer. */
export class AuthRefusal extends Error {
	override readonly name = "AuthRefusal";

	constructor(
		readonly code: AuthErrorName,
		readonly details: RefusalDetails = {},
	) {
		super(code);
	}
}
