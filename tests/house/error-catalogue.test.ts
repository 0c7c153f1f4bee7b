import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { errorCodes } from "../../shared/errors/error-codes";
import { knownTextOf } from "../../shared/errors/error-line";
import { ownTexts } from "../../shared/errors/own-texts";
import { authErrors } from "../../shared/session/auth-errors";

const root = fileURLToPath(new URL("../../", import.meta.url));

function sourceOf(...paths: string[]): string {
	const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", ...paths], {
		cwd: root,
		encoding: "utf8",
	});
	return files
		.split("\n")
		.filter((path) => path.endsWith(".ts") && existsSync(join(root, path)))
		.map((path) => readFileSync(join(root, path), "utf8"))
		.join("\n");
}

/** A member of a union is a type, which raises nothing. */
const namesIn = (source: string) =>
	new Set([...source.matchAll(/^(?!\s*\| ").*$/gm)].flatMap(([line]) => line.match(/(?<=")\w+(?=")/g) ?? []));

/** Names that complete Amplify's and Cognito's lists, and the reason why nothing here raises them. */
const neverRaised = {
	"the settings name what is missing one by one": [
		"AuthTokenConfigException",
		"AuthUserPoolAndIdentityPoolException",
		"EmptyTokenStoreException",
		"EmptyTokenRefresherException",
		"KeyValueStorageNotFoundException",
	],
	"a sign-in replaces the session there is": ["UserAlreadyAuthenticatedException"],
	"no challenge of a device is answered": ["DeviceMetadataNotFoundException"],
	"answered as SignInNotConfigured": [
		"UnsupportedTokenTypeException",
		"UnauthorizedException",
		"InvalidUserPoolConfigurationException",
		"InvalidSmsRoleAccessPolicyException",
		"InvalidSmsRoleTrustRelationshipException",
		"InvalidEmailRoleAccessPolicyException",
	],
	"answered as ServiceUnavailable": ["InternalErrorException"],
};

describe("an error of a catalogue", () => {
	it("comes from somewhere in the code, if a tRPC call may fail with it", () => {
		const raised = namesIn(sourceOf("backend", "worker", "shared/session/session-endings.ts"));
		expect(Object.keys(errorCodes).filter((code) => !raised.has(code))).toEqual([]);
	});

	it("comes from somewhere in the code, if an identity endpoint may respond with it, or is listed with the reason why not", () => {
		const raised = namesIn(sourceOf("worker", "shared/session/auth-requests.ts"));
		const unused = Object.keys(authErrors).filter((name) => !raised.has(name));
		expect(unused.sort()).toEqual(Object.values(neverRaised).flat().sort());
	});
});

it("the log says of an error what the code says of it, where that is a constant", () => {
	const source = sourceOf("backend", "shared", "worker", ":!backend/seed");
	const thrown = new Set([...source.matchAll(/new Error\(\s*"([^"]+)"/g)].map(([, text = ""]) => text));
	expect(thrown.size).toBeGreaterThan(30);
	expect([...thrown].filter((text) => !ownTexts.has(text))).toEqual([]);
	expect([...ownTexts].filter((text) => !thrown.has(text))).toEqual([]);
	expect(knownTextOf(new Error("No nonce", { cause: new Error("No nonce of Ada Lovelace") }))).toBe("No nonce");
});
