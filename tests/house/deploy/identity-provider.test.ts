import { describe, expect, it } from "vitest";
import { localOperatorKey } from "../../../local/local-settings";
import {
	addProvider,
	createOperatorKey,
	listProviders,
	removeProvider,
} from "../../../local/tasks/deploy/identity-provider";

const poolId = "eu-west-1_Ab12Cd34E";
const clientId = "client0000000000000000001";
const key = await createOperatorKey();

async function sealed(secret: string, by = key): Promise<string> {
	const algorithm = { name: "RSA-OAEP", hash: "SHA-256" };
	const publicKey = await crypto.subtle.importKey("spki", Buffer.from(by.publicKey, "base64"), algorithm, false, [
		"encrypt",
	]);
	const bytes = await crypto.subtle.encrypt(algorithm, publicKey, new TextEncoder().encode(secret));
	return Buffer.from(bytes).toString("base64");
}

type Row = { name: string; sealedSecret: string | null; readyAt: number | null; request: string };
type Body = Record<string, unknown> & { ProviderName?: string; SupportedIdentityProviders?: string[] };

const settings = {
	ClientName: "console",
	ExplicitAuthFlows: ["ALLOW_USER_PASSWORD_AUTH"],
	CallbackURLs: ["https://a.example/login/sso"],
};

/** A pool whose client loses what an update leaves out, and the directory of two accounts. */
async function createCloud() {
	const row = async (name: string): Promise<Row> => ({
		name,
		sealedSecret: await sealed(`secret of ${name}`),
		readyAt: null,
		request: JSON.stringify({ kind: "oidc", address: "https://id.example.com", clientId: "abc" }),
	});
	const cloud = {
		rows: [await row("sso-acme0001"), await row("sso-bolt0001")],
		providers: new Map<string, Body>([["Google", {}]]),
		client: { ...settings, SupportedIdentityProviders: ["COGNITO", "Google"] } as Body,
		said: [] as string[],
		calls: [] as string[],
		/** Called before each operation, as another run would be. */
		between: async (_operation: string) => {},
	};
	const failed = (name: string) => ({ name, message: "", body: {} });
	const done = (body: unknown) => ({ name: null, message: "", body });
	async function admin(operation: string, asked: object) {
		await cloud.between(operation);
		cloud.calls.push(operation);
		const body = structuredClone(asked) as Body;
		const { ProviderName = "" } = body;
		if (operation === "CreateIdentityProvider") {
			if (cloud.providers.has(ProviderName)) return failed("DuplicateProviderException");
			cloud.providers.set(ProviderName, body);
		}
		if (operation === "DeleteIdentityProvider" && !cloud.providers.delete(ProviderName)) {
			return failed("ResourceNotFoundException");
		}
		if (operation === "ListIdentityProviders") {
			return done({ Providers: [...cloud.providers.keys()].map((name) => ({ ProviderName: name })) });
		}
		const ids = { UserPoolId: poolId, ClientId: clientId };
		if (operation === "DescribeUserPoolClient") {
			return done({
				UserPoolClient: {
					...ids,
					...structuredClone(cloud.client),
					ClientSecret: "s",
					CreationDate: 1,
					LastModifiedDate: 2,
				},
			});
		}
		if (operation === "UpdateUserPoolClient") {
			expect(Object.keys(body)).not.toEqual(expect.arrayContaining(["ClientSecret"]));
			const { UserPoolId: _, ClientId: __, ...fields } = body;
			cloud.client = fields;
		}
		return done({});
	}
	async function query(sql: string) {
		const [, name] = /name = '([^']+)'/.exec(sql) ?? [];
		const found = cloud.rows.filter((each) => name === undefined || each.name === name);
		const [, readyAt] = /coalesce\(ready_at, (\d+)\)/.exec(sql) ?? [];
		if (sql.startsWith("UPDATE"))
			for (const each of found) Object.assign(each, { readyAt: Number(readyAt), sealedSecret: null });
		return [found.map((each) => ({ ...each, accountId: "acc_1", companyName: "Acme" }))];
	}
	const parts = {
		admin,
		poolId,
		clientId,
		query,
		privateKey: key.privateKey,
		talk: (line: string) => void cloud.said.push(line),
		now: 5,
	};
	return { cloud, parts };
}

describe("the operator's command for providers", () => {
	it("creates the provider with its secret, adds it to the client and changes nothing else of it", async () => {
		const { cloud, parts } = await createCloud();
		await addProvider(parts, "sso-acme0001");
		expect(cloud.providers.get("sso-acme0001")).toMatchObject({
			ProviderType: "OIDC",
			ProviderDetails: {
				client_id: "abc",
				client_secret: "secret of sso-acme0001",
				oidc_issuer: "https://id.example.com",
			},
			AttributeMapping: { email: "email", email_verified: "email_verified", name: "name" },
		});
		expect(cloud.client).toEqual({ ...settings, SupportedIdentityProviders: ["COGNITO", "Google", "sso-acme0001"] });
		expect(cloud.rows[0]).toMatchObject({ readyAt: 5, sealedSecret: null });
		expect(cloud.said).toContain("+ sso-acme0001");
		expect(cloud.said.join("\n")).toContain("IdentityProviders=COGNITO,Google,sso-acme0001");
		expect(cloud.said.join("\n")).not.toContain("secret of");
	});

	it("goes on after a run that was cut off anywhere", async () => {
		for (const operation of [
			"CreateIdentityProvider",
			"ListIdentityProviders",
			"DescribeUserPoolClient",
			"UpdateUserPoolClient",
		]) {
			const { cloud, parts } = await createCloud();
			cloud.between = async (next) => {
				if (next === operation) throw new Error("cut off");
			};
			await expect(addProvider(parts, "sso-acme0001")).rejects.toThrow("cut off");
			expect(cloud.rows[0]?.sealedSecret).not.toBeNull();
			cloud.between = async () => {};
			await addProvider(parts, "sso-acme0001");
			expect(cloud.client.SupportedIdentityProviders).toEqual(["COGNITO", "Google", "sso-acme0001"]);
		}
	});

	it("loses no provider where two runs are under way, whatever the order of their calls", async () => {
		const operations = [
			"CreateIdentityProvider",
			"ListIdentityProviders",
			"DescribeUserPoolClient",
			"UpdateUserPoolClient",
		];
		for (const operation of operations) {
			const { cloud, parts } = await createCloud();
			let isBeside = false;
			cloud.between = async (next) => {
				if (next !== operation || isBeside) return;
				isBeside = true;
				await addProvider(parts, "sso-bolt0001");
			};
			await addProvider(parts, "sso-acme0001");
			expect(cloud.client.SupportedIdentityProviders?.toSorted()).toEqual([
				"COGNITO",
				"Google",
				"sso-acme0001",
				"sso-bolt0001",
			]);
			expect(cloud.rows.map(({ readyAt }) => readyAt)).toEqual([5, 5]);
		}
	});

	it("lists what waits and what is ready", async () => {
		const { cloud, parts } = await createCloud();
		await listProviders(parts);
		expect(cloud.said[0]).toBe("waits  sso-acme0001  oidc  https://id.example.com  Acme  acc_1");
		expect(cloud.said.join("\n")).not.toContain(cloud.rows[0]?.sealedSecret);
	});

	it("removes a provider that no account signs in by, and none that one does", async () => {
		const { cloud, parts } = await createCloud();
		await addProvider(parts, "sso-acme0001");
		await expect(removeProvider(parts, "sso-acme0001")).rejects.toThrow("Its owner removes it in the console first");
		cloud.rows = cloud.rows.slice(1);
		await removeProvider(parts, "sso-acme0001");
		expect(cloud.client).toEqual({ ...settings, SupportedIdentityProviders: ["COGNITO", "Google"] });
		await removeProvider(parts, "sso-acme0001");
	});

	it.for(["Google", "COGNITO", "sso-'; DROP TABLE identity_providers; --", "sso-unknown1"])(
		"does nothing for %s",
		async (name) => {
			const { cloud, parts } = await createCloud();
			await expect(addProvider(parts, name)).rejects.toThrow(/no account/i);
			expect(cloud.calls).toEqual([]);
		},
	);

	it("says that the key is missing, or another one, before it creates anything", async () => {
		const { cloud, parts } = await createCloud();
		await expect(addProvider({ ...parts, privateKey: null }, "sso-acme0001")).rejects.toThrow("SSO_PRIVATE_KEY");
		const { privateKey } = await createOperatorKey();
		await expect(addProvider({ ...parts, privateKey }, "sso-acme0001")).rejects.toThrow();
		expect(cloud.calls).toEqual([]);
	});

	it("opens with the key of a local run what that run has sealed", async () => {
		const { cloud, parts } = await createCloud();
		const [row] = cloud.rows;
		if (row) row.sealedSecret = await sealed("top-secret", localOperatorKey);
		await addProvider({ ...parts, privateKey: localOperatorKey.privateKey }, "sso-acme0001");
		expect(JSON.stringify(cloud.calls)).toContain("CreateIdentityProvider");
	});
});
