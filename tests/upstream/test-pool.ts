import { createSign, generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";

export type TestPool = {
	userPoolId: string;
	clientId: string;
	jwksUri: string;
	accessToken: (claims: { sub: string; exp?: number }) => string;
	idToken: (claims: { sub: string }) => string;
	stop: () => Promise<void>;
};

const userPoolId = "us-east-1_Test00001";
const clientId = "test0client0id";

/** Starts a server for the public half of a new key. Times are epoch seconds. */
export async function startTestPool(): Promise<TestPool> {
	const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
	const kid = "test-key-1";
	const jwks = { keys: [{ ...publicKey.export({ format: "jwk" }), kid, alg: "RS256", use: "sig" }] };
	const server = createServer((_, response) => response.end(JSON.stringify(jwks))).listen(0, "127.0.0.1");
	await once(server, "listening");
	const address = server.address();
	if (address === null || typeof address === "string") throw new Error("The server has no port");

	const now = Math.floor(Date.now() / 1000);
	const shared = { iss: `https://cognito-idp.us-east-1.amazonaws.com/${userPoolId}`, iat: now, exp: now + 3_600 };
	function sign(claims: object): string {
		const parts = [{ alg: "RS256", kid }, claims].map((part) =>
			Buffer.from(JSON.stringify(part)).toString("base64url"),
		);
		const signature = createSign("RSA-SHA256").update(parts.join(".")).sign(privateKey, "base64url");
		return [...parts, signature].join(".");
	}
	return {
		userPoolId,
		clientId,
		jwksUri: `http://127.0.0.1:${address.port}/`,
		accessToken: (claims) =>
			sign({ ...shared, token_use: "access", client_id: clientId, username: claims.sub, ...claims }),
		idToken: (claims) => sign({ ...shared, token_use: "id", aud: clientId, ...claims }),
		async stop() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
