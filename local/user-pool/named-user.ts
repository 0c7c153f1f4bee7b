import * as z from "zod/mini";
import { type AppClient, assertSecretHash, clientOrThrow } from "./app-client";
import { CognitoError } from "./cognito-error";
import { parseInput } from "./parse-input";

/** What every operation about a user who has not signed in is sent. */
export const NamedUser = z.object({
	ClientId: z.string(),
	Username: z.string().check(z.minLength(1), z.maxLength(128)),
	SecretHash: z.optional(z.string()),
});
type NamedUser = z.infer<typeof NamedUser>;

/** The input, once the client it names has shown that it is that client. */
export async function parseNamedUser<Input extends NamedUser>(
	schema: z.ZodMiniType<Input>,
	body: unknown,
): Promise<Input> {
	const input = parseInput(schema, body);
	const client: AppClient = clientOrThrow(input.ClientId);
	await assertSecretHash(client, input.Username, input.SecretHash);
	return input;
}

/** Said only where the pool does not hide who exists. */
export function unknownUser(): CognitoError {
	return new CognitoError("UserNotFoundException", "Username/client id combination not found.");
}
