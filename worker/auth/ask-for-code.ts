import type { AuthErrorName } from "../../shared/auth-errors";
import { nameFailure } from "../cognito/user-pool-errors";
import type { AuthEvent } from "../event-log";
import { refusalOf, userFields } from "./ask-user-pool";
import { assertCodeAllowed } from "./assert-allowed";
import type { AuthCall } from "./auth-call";

type Wish = { operation: "ResendConfirmationCode" | "ForgotPassword"; event: AuthEvent; email: string };

/** What would be answered for every address alike, and so tells nothing of this one. */
const sameForAll = new Set<AuthErrorName>([
	"NetworkError",
	"ServiceUnavailable",
	"TooManyRequestsException",
	"ForbiddenException",
]);

/** Has a code sent if the address is one it can be sent to. The answer does not tell: only the log does. */
export async function askForCode(call: AuthCall, { operation, event, email }: Wish): Promise<{ status: "code-sent" }> {
	const { services, visit } = call;
	await assertCodeAllowed(call, event, email);
	const answer = await services.userPool(operation, await userFields(call, email));
	if (answer.status === "done") {
		visit.log({ event });
		return { status: "code-sent" };
	}
	const { name, loggedName = name, reason, cognitoRequestId } = nameFailure(answer);
	if (isSameForAll(name, reason)) throw refusalOf(answer);
	visit.log({ event: `${event}-failed`, name: loggedName, reason, cognitoRequestId });
	return { status: "code-sent" };
}

/** A wrong setting shows only where Cognito finds it before it looks for the user: a missing client, a wrong secret. */
function isSameForAll(name: AuthErrorName, reason: string): boolean {
	if (name !== "SignInNotConfigured") return sameForAll.has(name);
	return reason === "ResourceNotFoundException" || reason === "NotAuthorizedException";
}
