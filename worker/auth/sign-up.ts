import type { SignUp } from "../../shared/auth-requests";
import { nameFailure } from "../cognito/user-pool-errors";
import { refusalOf, userFields } from "./ask-user-pool";
import { assertAttemptAllowed } from "./assert-allowed";
import { assertPolicyMet } from "./assert-policy-met";
import type { AuthCall } from "./auth-call";
import { AuthRefusal } from "./auth-refusal";

/** Cognito's names for an address that is taken, which nobody may learn from here. */
const takenNames = new Set(["UsernameExistsException", "AliasExistsException"]);

/** Registers an address. The answer is the same whether it was free or not. */
export async function signUp(call: AuthCall, { email, name, password }: SignUp): Promise<{ status: "code-sent" }> {
	const { services, visit } = call;
	await assertAttemptAllowed(call, "sign-up", email);
	if (!services.settings.isSignUpOpen) throw new AuthRefusal("SignUpClosed");
	assertPolicyMet(call, password);
	const answer = await services.userPool("SignUp", {
		...(await userFields(call, email)),
		Password: password,
		UserAttributes: [
			{ Name: "email", Value: email },
			{ Name: "name", Value: name },
		],
	});
	if (answer.status === "done") {
		visit.log({ event: "sign-up" });
		return { status: "code-sent" };
	}
	const isTaken = answer.status === "refused" && takenNames.has(answer.name);
	if (!isTaken) throw refusalOf(answer);
	const { name: logged, reason, cognitoRequestId } = nameFailure(answer);
	visit.log({ event: "sign-up-failed", name: logged, reason, cognitoRequestId });
	return { status: "code-sent" };
}
