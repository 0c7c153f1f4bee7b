import * as z from "zod/mini";
import { localSso } from "../local-settings";
import { CognitoError, invalidParameter, parseInput } from "./cognito-error";
import type { ProviderType } from "./federated-users";
import type { Pool } from "./pool";
import { clientId, userPoolId } from "./pool-identity";

/** Attributes of the pool by the provider's claim. */
const AttributeMapping = z.record(z.string(), z.string());

export type IdentityProvider = {
	name: string;
	type: ProviderType;
	details: Record<string, string>;
	mapping: z.infer<typeof AttributeMapping>;
};

type ProviderRow = { name: string; type: ProviderType; details: string; mapping: string };

const ownMapping = { email: "email", email_verified: "email_verified", name: "name" };

export function ensureLocalProvider(sql: SqlStorage): void {
	const details = { client_id: "local", oidc_issuer: `https://id.${localSso.domain}` };
	insertProvider(sql, { name: localSso.provider, type: "OIDC", details, mapping: ownMapping });
}

/** False if there is one of this name. */
function insertProvider(sql: SqlStorage, { name, type, details, mapping }: IdentityProvider): boolean {
	const inserted = sql.exec(
		"INSERT INTO identity_providers VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING name",
		name,
		type,
		JSON.stringify(details),
		JSON.stringify(mapping),
	);
	return inserted.toArray().length > 0;
}

export function findProvider(sql: SqlStorage, name: string): IdentityProvider | null {
	const [row] = sql.exec<ProviderRow>("SELECT * FROM identity_providers WHERE name = ?", name).toArray();
	return row ? { ...row, details: JSON.parse(row.details), mapping: JSON.parse(row.mapping) } : null;
}

const PoolNamed = z.object({ UserPoolId: z.literal(userPoolId) });

const ProviderNamed = z.object({ ...PoolNamed.shape, ProviderName: z.string() });

const CreateIdentityProvider = z.object({
	...PoolNamed.shape,
	// Cognito's own pattern allows more, but not an underscore at an end.
	ProviderName: z.string().check(z.regex(/^[^_\s]\S{0,30}[^_\s]$/)),
	ProviderType: z.enum(["OIDC", "SAML"]),
	ProviderDetails: z.record(z.string(), z.string()),
	AttributeMapping: z._default(AttributeMapping, {}),
});

const requiredDetails = {
	OIDC: ["client_id", "attributes_request_method", "authorize_scopes", "oidc_issuer"],
	SAML: [],
} as const satisfies Record<ProviderType, readonly string[]>;

export async function createIdentityProvider({ sql }: Pool, body: unknown): Promise<object> {
	const input = parseInput(CreateIdentityProvider, body);
	const missing = requiredDetails[input.ProviderType].filter((name) => !input.ProviderDetails[name]);
	const hasMetadata = input.ProviderDetails.MetadataURL ?? input.ProviderDetails.MetadataFile;
	if (input.ProviderType === "SAML" && !hasMetadata) throw invalidParameter("MetadataURL or MetadataFile is required");
	if (missing.length > 0) throw invalidParameter(`Missing provider details: ${missing.join(", ")}`);
	const provider = {
		name: input.ProviderName,
		type: input.ProviderType,
		details: input.ProviderDetails,
		mapping: input.AttributeMapping,
	};
	if (insertProvider(sql, provider)) return { IdentityProvider: described(provider) };
	throw new CognitoError(
		"DuplicateProviderException",
		`A provider with the name ${provider.name} already exists in user pool ${userPoolId}.`,
	);
}

export async function describeIdentityProvider({ sql }: Pool, body: unknown): Promise<object> {
	const { ProviderName } = parseInput(ProviderNamed, body);
	const provider = findProvider(sql, ProviderName);
	if (provider) return { IdentityProvider: described(provider) };
	throw new CognitoError("ResourceNotFoundException", `Identity provider ${ProviderName} does not exist.`);
}

export async function listIdentityProviders({ sql }: Pool, body: unknown): Promise<object> {
	parseInput(PoolNamed, body);
	const rows = sql.exec<ProviderRow>("SELECT * FROM identity_providers ORDER BY name").toArray();
	return { Providers: rows.map(({ name, type }) => ({ ProviderName: name, ProviderType: type })) };
}

function described({ name, type, details, mapping }: IdentityProvider): object {
	return {
		UserPoolId: userPoolId,
		ProviderName: name,
		ProviderType: type,
		ProviderDetails: details,
		AttributeMapping: mapping,
	};
}

export async function deleteIdentityProvider({ sql }: Pool, body: unknown): Promise<object> {
	const { ProviderName } = parseInput(ProviderNamed, body);
	const deleted = sql.exec("DELETE FROM identity_providers WHERE name = ? RETURNING name", ProviderName).toArray();
	if (deleted.length > 0) return {};
	throw new CognitoError("ResourceNotFoundException", `Identity provider ${ProviderName} does not exist.`);
}

const ClientNamed = z.looseObject({ ...PoolNamed.shape, ClientId: z.literal(clientId) });

type ClientFields = Record<string, unknown>;

const firstClient: ClientFields = {
	ClientName: "console",
	ExplicitAuthFlows: ["ALLOW_USER_PASSWORD_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"],
	SupportedIdentityProviders: ["COGNITO", localSso.provider],
	AllowedOAuthFlows: ["code"],
	EnableTokenRevocation: true,
};

function readClient(sql: SqlStorage): ClientFields {
	const [row] = sql.exec<{ fields: string }>("SELECT fields FROM client_fields").toArray();
	return row ? JSON.parse(row.fields) : firstClient;
}

export async function describeUserPoolClient({ sql }: Pool, body: unknown): Promise<object> {
	parseInput(ClientNamed, body);
	const dates = { CreationDate: 0, LastModifiedDate: 0 };
	return { UserPoolClient: { UserPoolId: userPoolId, ClientId: clientId, ...readClient(sql), ...dates } };
}

/** A field that is left out loses its value, as in Cognito. */
export async function updateUserPoolClient({ sql }: Pool, body: unknown): Promise<object> {
	const { UserPoolId, ClientId, ...fields } = parseInput(ClientNamed, body);
	const asked = Array.isArray(fields.SupportedIdentityProviders) ? fields.SupportedIdentityProviders : [];
	const unknown = asked.find((name) => name !== "COGNITO" && !findProvider(sql, String(name)));
	if (unknown !== undefined)
		throw invalidParameter(`The provider ${unknown} does not exist for User Pool ${UserPoolId}.`);
	sql.exec("INSERT OR REPLACE INTO client_fields VALUES (1, ?)", JSON.stringify(fields));
	return { UserPoolClient: { UserPoolId, ClientId, ...fields } };
}

/** Null: there is none of this name, or the app client does not have it. */
export function findProviderOfClient(sql: SqlStorage, name: string): IdentityProvider | null {
	const { SupportedIdentityProviders: supported } = readClient(sql);
	return Array.isArray(supported) && supported.includes(name) ? findProvider(sql, name) : null;
}
