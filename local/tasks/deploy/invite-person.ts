import * as z from "zod/mini";
import type { CognitoAdmin } from "./cognito-admin.ts";

export type Invited = { isDone: boolean; said: string };

type Invitation = { admin: CognitoAdmin; poolId: string; email: string; console: string | null };

const Found = z.object({ UserStatus: z.string() });
const address = z.string().check(z.email(), z.maxLength(254));

/** Creates a user in the pool. Cognito mails a password that is valid for seven days. */
export async function invitePerson({ admin, poolId, email, console }: Invitation): Promise<Invited> {
	if (!z.safeParse(address, email).success) return { isDone: false, said: `Not a mail address: ${email}` };
	if (admin === null) {
		return {
			isDone: false,
			said: `AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY of the environment are missing. Whoever has them may also run:\n  aws cognito-idp admin-create-user --user-pool-id ${poolId} --username ${quoted(email)} --desired-delivery-mediums EMAIL --user-attributes Name=email,Value=${quoted(email)} Name=email_verified,Value=true`,
		};
	}
	const person = { UserPoolId: poolId, Username: email };
	const mailed = { ...person, DesiredDeliveryMediums: ["EMAIL"] };
	const attributes = [
		{ Name: "email", Value: email },
		{ Name: "email_verified", Value: "true" },
	];
	const made = await admin("AdminCreateUser", { ...mailed, UserAttributes: attributes });
	const where = console === null ? "the console" : console;
	const next = `${email} has mail with a password of seven days. At ${where} they choose their own, then name their company, which makes them its owner.`;
	if (made.name === null) return { isDone: true, said: next };
	if (made.name !== "UsernameExistsException") return rejection(made);
	const known = z.safeParse(Found, (await admin("AdminGetUser", person)).body);
	if (known.data?.UserStatus !== "FORCE_CHANGE_PASSWORD") {
		return { isDone: true, said: `${email} has a sign-in already, and signs in at ${where}.` };
	}
	const again = await admin("AdminCreateUser", { ...mailed, MessageAction: "RESEND" });
	return again.name === null ? { isDone: true, said: next } : rejection(again);
}

function quoted(text: string): string {
	return `'${text.replaceAll("'", "'\\''")}'`;
}

function rejection({ name, message }: { name: string | null; message: string }): Invited {
	return { isDone: false, said: `Cognito refuses: ${name} ${message}` };
}
