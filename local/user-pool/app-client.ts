import * as z from "zod/mini";
import { confidentialClient } from "../local-settings";
import { CognitoError, notAuthorized, parseInput } from "./cognito-error";
import { clientId } from "./pool-identity";

export type AppClient = { id: string; secret: string | null };

const clients: readonly AppClient[] = [
	{ id: clientId, secret: null },
	{ id: confidentialClient.clientId, secret: confidentialClient.clientSecret },
];

export function clientOrThrow(requestedId: string): AppClient {
	const client = clients.find(({ id }) => id === requestedId);
	if (client) return client;
	throw new CognitoError("ResourceNotFoundException", `User pool client ${requestedId} does not exist.`);
}

export function isClientId(id: string): boolean {
	return clients.some((client) => client.id === id);
}

export async function assertSecretHash(client: AppClient, username: string, hash: string | undefined): Promise<void> {
	if (client.secret === null && hash === undefined) return;
	if (hash === undefined) {
		throw notAuthorized(`Client ${client.id} is configured with secret but SECRET_HASH was not received`);
	}
	if (client.secret === null || !isSame(hash, await secretHash(client.secret, username + client.id))) {
		throw notAuthorized(`Unable to verify secret hash for client ${client.id}`);
	}
}

export function isClientSecret(client: AppClient, secret: string | undefined): boolean {
	return client.secret === null ? secret === undefined : isSame(secret ?? "", client.secret);
}

/** Base64(HMAC-SHA-256(client secret, username + client id)), as in Cognito's guide. */
async function secretHash(secret: string, message: string): Promise<string> {
	const encoder = new TextEncoder();
	const algorithm = { name: "HMAC", hash: "SHA-256" };
	const key = await crypto.subtle.importKey("raw", encoder.encode(secret), algorithm, false, ["sign"]);
	const mac = new Uint8Array(await crypto.subtle.sign("HMAC", key, encoder.encode(message)));
	return btoa(String.fromCharCode(...mac));
}

function isSame(left: string, right: string): boolean {
	const [a, b] = [new TextEncoder().encode(left), new TextEncoder().encode(right)];
	return a.byteLength === b.byteLength && crypto.subtle.timingSafeEqual(a, b);
}

export const NamedUser = z.object({
	ClientId: z.string(),
	Username: z.string().check(z.minLength(1), z.maxLength(128)),
	SecretHash: z.optional(z.string()),
});
type NamedUser = z.infer<typeof NamedUser>;

export async function parseNamedUser<Input extends NamedUser>(
	schema: z.ZodMiniType<Input>,
	body: unknown,
): Promise<Input> {
	const input = parseInput(schema, body);
	const client: AppClient = clientOrThrow(input.ClientId);
	await assertSecretHash(client, input.Username, input.SecretHash);
	return input;
}

export function unknownUser(): CognitoError {
	return new CognitoError("UserNotFoundException", "Username/client id combination not found.");
}
