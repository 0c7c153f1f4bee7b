import * as z from "zod/mini";
import type { CognitoAdmin } from "./cognito-admin.ts";

type Admin = NonNullable<CognitoAdmin>;
type Row = Record<string, unknown>;

type Parts = {
	admin: Admin;
	poolId: string;
	clientId: string;
	/** Runs SQL in the directory. Returns the rows of each statement. */
	query: (sql: string) => Promise<Row[][]>;
	/** Base64 of the operator's private key (PKCS #8). Null: not given. */
	privateKey: string | null;
	talk: (line: string) => void;
	now: number;
};

const Stored = z.object({
	name: z.string().check(z.regex(/^sso-[a-z0-9]{4,24}$/)),
	accountId: z.string(),
	companyName: z.string(),
	request: z.string(),
	sealedSecret: z.nullable(z.string()),
	readyAt: z.nullable(z.number()),
});
type Stored = z.infer<typeof Stored>;

const StoredRequest = z.object({
	kind: z.enum(["oidc", "saml"]),
	address: z.string(),
	clientId: z.nullable(z.string()),
});

const columns =
	"name, account_id AS accountId, company_name AS companyName, request, sealed_secret AS sealedSecret, ready_at AS readyAt";

/** The names of accounts' providers. Others were set up by hand and stay as they are. */
const reserved = /^sso-[a-z0-9]{4,24}$/;
const mostRounds = 5;

export async function listProviders({ query, talk }: Pick<Parts, "query" | "talk">): Promise<void> {
	const [rows = []] = await query(
		`SELECT ${columns} FROM identity_providers ORDER BY ready_at IS NOT NULL, created_at`,
	);
	for (const row of rows) {
		const { name, companyName, accountId, request, readyAt } = Stored.parse(row);
		const { kind, address } = StoredRequest.parse(JSON.parse(request));
		talk([readyAt === null ? "waits" : "ready", name, kind, address, companyName, accountId].join("  "));
	}
	if (rows.length === 0) talk("No account has entered a provider.");
}

/**
 * Creates the provider in the pool, gives it to the app client, and marks it ready. May be repeated after any failure,
 * and may run beside another one.
 */
export async function addProvider(parts: Parts, name: string): Promise<void> {
	const provider = await findProvider(parts, name);
	const request = StoredRequest.parse(JSON.parse(provider.request));
	const created = await parts.admin("CreateIdentityProvider", {
		UserPoolId: parts.poolId,
		ProviderName: name,
		...(request.kind === "oidc"
			? {
					ProviderType: "OIDC",
					ProviderDetails: {
						client_id: request.clientId,
						client_secret: await unsealed(provider, parts.privateKey),
						attributes_request_method: "GET",
						oidc_issuer: request.address,
						authorize_scopes: "openid email profile",
					},
					AttributeMapping: { email: "email", email_verified: "email_verified", name: "name" },
				}
			: {
					ProviderType: "SAML",
					ProviderDetails: { MetadataURL: request.address },
					AttributeMapping: { email: samlClaim("emailaddress"), name: samlClaim("name") },
				}),
	});
	if (created.name === "DuplicateProviderException") parts.talk(`The pool has ${name} already.`);
	else if (created.name !== null) throw new Error(`Cognito rejects the provider: ${created.name} ${created.message}`);
	else parts.talk(`The pool has ${name}.`);
	await giveToClient(parts);
	await parts.query(
		`UPDATE identity_providers SET ready_at = coalesce(ready_at, ${parts.now}), sealed_secret = NULL WHERE name = '${name}'`,
	);
	parts.talk(`${provider.companyName} (${provider.accountId}) can sign in by ${request.address}.`);
}

/** The account has replaced or removed this provider. */
export async function removeProvider(parts: Parts, name: string): Promise<void> {
	if (!reserved.test(name)) throw new Error(`${name} is no account's provider.`);
	const [rows = []] = await parts.query(`SELECT ${columns} FROM identity_providers WHERE name = '${name}'`);
	if (rows.length > 0) throw new Error(`An account signs in by ${name}. Its owner removes it in the console first.`);
	const deleted = await parts.admin("DeleteIdentityProvider", { UserPoolId: parts.poolId, ProviderName: name });
	if (deleted.name !== null && deleted.name !== "ResourceNotFoundException") {
		throw new Error(`Cognito rejects the removal: ${deleted.name} ${deleted.message}`);
	}
	await giveToClient(parts);
}

async function findProvider({ query }: Parts, name: string): Promise<Stored> {
	if (!reserved.test(name)) throw new Error(`${name} is no account's provider.`);
	const [rows = []] = await query(`SELECT ${columns} FROM identity_providers WHERE name = '${name}'`);
	const [row] = rows;
	if (!row) throw new Error(`No account has entered ${name}.`);
	return Stored.parse(row);
}

const samlClaim = (name: string) => `http://schemas.xmlsoap.org/ws/2005/05/identity/claims/${name}`;

async function unsealed({ sealedSecret }: Stored, privateKey: string | null): Promise<string> {
	if (sealedSecret === null) throw new Error("The secret was taken before. The owner enters the provider again.");
	if (privateKey === null) throw new Error("SSO_PRIVATE_KEY of the environment is missing.");
	const algorithm = { name: "RSA-OAEP", hash: "SHA-256" };
	const key = await crypto.subtle.importKey("pkcs8", Buffer.from(privateKey, "base64"), algorithm, false, ["decrypt"]);
	const secret = await crypto.subtle.decrypt(algorithm, key, Buffer.from(sealedSecret, "base64"));
	return new TextDecoder().decode(secret);
}

const Client = z.looseObject({ SupportedIdentityProviders: z._default(z.array(z.string()), []) });
const Described = z.object({ UserPoolClient: Client });
const Listed = z.object({
	Providers: z.array(z.object({ ProviderName: z.string() })),
	NextToken: z.optional(z.string()),
});

/** A description of a client has these fields, which an update does not accept. */
const readOnly = new Set(["ClientSecret", "CreationDate", "LastModifiedDate"]);

/**
 * Updating resets every field that is left out, so the whole client is written as it was read, with one field changed.
 * Another run may write in between: repeats until the client has every provider of the pool.
 */
async function giveToClient(parts: Parts): Promise<void> {
	for (let round = 0; round < mostRounds; round += 1) {
		const inPool = await providersOfPool(parts);
		const client = await readClient(parts);
		const before = client.SupportedIdentityProviders;
		const others = before.filter((name) => !reserved.test(name));
		const wanted = [...new Set([...others, ...inPool])];
		if (isSame(before, wanted)) {
			parts.talk(`Pass this to the next update of the stack: IdentityProviders=${wanted.join(",")}`);
			return;
		}
		for (const name of before.filter((each) => !wanted.includes(each))) parts.talk(`- ${name}`);
		for (const name of wanted.filter((each) => !before.includes(each))) parts.talk(`+ ${name}`);
		const written = Object.fromEntries(Object.entries(client).filter(([field]) => !readOnly.has(field)));
		const updated = await parts.admin("UpdateUserPoolClient", { ...written, SupportedIdentityProviders: wanted });
		if (updated.name !== null) throw new Error(`Cognito rejects the app client: ${updated.name} ${updated.message}`);
	}
	throw new Error("The app client changes at the same time by something else. Run this again.");
}

async function providersOfPool({ admin, poolId }: Parts): Promise<string[]> {
	const names: string[] = [];
	let next: string | undefined;
	do {
		const asked = { UserPoolId: poolId, MaxResults: 60, ...(next !== undefined && { NextToken: next }) };
		const listed = await admin("ListIdentityProviders", asked);
		if (listed.name !== null) throw new Error(`Cognito lists no providers: ${listed.name} ${listed.message}`);
		const { Providers, NextToken } = Listed.parse(listed.body);
		names.push(...Providers.map(({ ProviderName }) => ProviderName).filter((name) => reserved.test(name)));
		next = NextToken;
	} while (next !== undefined);
	return names.sort();
}

async function readClient({ admin, poolId, clientId }: Parts): Promise<z.infer<typeof Client>> {
	const described = await admin("DescribeUserPoolClient", { UserPoolId: poolId, ClientId: clientId });
	if (described.name !== null) throw new Error(`Cognito shows no app client: ${described.name} ${described.message}`);
	return Described.parse(described.body).UserPoolClient;
}

function isSame(one: string[], other: string[]): boolean {
	return one.length === other.length && one.every((name) => other.includes(name));
}

/** The public half is the setting SSO_PUBLIC_KEY of the backend, the private half stays with the operator. */
export async function createOperatorKey(): Promise<{ publicKey: string; privateKey: string }> {
	const parameters = {
		name: "RSA-OAEP",
		hash: "SHA-256",
		modulusLength: 4096,
		publicExponent: new Uint8Array([1, 0, 1]),
	};
	const pair = await crypto.subtle.generateKey(parameters, true, ["encrypt", "decrypt"]);
	const text = async (format: "spki" | "pkcs8", key: CryptoKey) =>
		Buffer.from(await crypto.subtle.exportKey(format, key)).toString("base64");
	return { publicKey: await text("spki", pair.publicKey), privateKey: await text("pkcs8", pair.privateKey) };
}
