import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { serverLimits } from "../../shared/base/limits";
import type { ConformanceOptions } from "./run-conformance";
import { signInLocally } from "./sign-in";

export const helpText = `Asks a tRPC backend what the console would ask it, and tells what it answers wrongly.

  npm run conformance -- --upstream URL (--token-file FILE | --token TOKEN | --sign-in EMAIL --password PASSWORD)

  --upstream URL             as UPSTREAM_URL: /<procedures> is appended
  --token-file FILE          holds the token that the console would send: the access token, or with
                             UPSTREAM_AUTH=id the id token
  --token TOKEN              the same as an argument, which other users of this machine may see
  --sign-in EMAIL            signs in at the emulated user pool of a local run (npm start)
  --password PASSWORD        of that person
  --local URL                address of the local run (http://localhost:5173)
  --auth bearer|id           which token of that sign-in to send (bearer)
  --id-token TOKEN           an id token beside the access token, as to the backend of this repository
  --expired-token-file FILE  a token of the right pool that has expired: it must be refused
  --form PROCEDURE           a mutation that takes a form; it is really called
  --subscription PROCEDURE   a subscription that takes {deviceId}
  --batch-cap NUMBER         calls the backend takes in one batch (${serverLimits.batchCalls})

  npm run conformance -- --api URL

calls the whole API of a console by Python's urllib and by curl, with API_KEY, and if set DEVICE_KEY and INTEGRATION_KEY,
of the environment. It needs python3.

The person must be an owner of an account with devices, a group, an alert and a report.
Ends with 0 when nothing failed, with 1 when something did, with 2 when it could not ask.
`;

export class UsageError extends Error {
	constructor(message: string) {
		super(message);
		this.name = "UsageError";
	}
}

export async function parseOptions(args: string[]): Promise<ConformanceOptions | "help"> {
	const values = parsedOrThrow(args);
	if (values.help) return "help";
	const { upstream } = values;
	if (upstream === undefined || !/^https?:/.test(upstream) || !URL.canParse(upstream)) {
		throw new UsageError("--upstream needs an http address.");
	}
	const batchCap = Number(values["batch-cap"]);
	if (!Number.isInteger(batchCap) || batchCap < serverLimits.batchCalls) {
		throw new UsageError(
			`--batch-cap is a number of at least ${serverLimits.batchCalls}: the console sends that many.`,
		);
	}
	const expiredFile = values["expired-token-file"];
	return {
		upstream,
		fetch,
		token: await tokenOf(values),
		idToken: values["id-token"] ?? null,
		expiredToken: expiredFile === undefined ? null : tokenIn(expiredFile),
		formProcedure: values.form ?? null,
		subscription: values.subscription ?? null,
		batchCap,
	};
}

type Values = ReturnType<typeof parsedOrThrow>;

async function tokenOf(values: Values): Promise<string> {
	const { auth, password, "sign-in": email, "token-file": file, token } = values;
	if (file !== undefined) return tokenIn(file);
	if (token !== undefined) return jwtOrThrow(token);
	if (email === undefined || password === undefined) {
		throw new UsageError("A token is needed. In a local run: --sign-in owner@aqlcloud.test --password Local-demo-1");
	}
	if (auth !== "bearer" && auth !== "id") throw new UsageError("--auth is bearer or id.");
	const { accessToken, idToken } = await signInLocally(values.local, { email, password }, fetch);
	return auth === "id" ? idToken : accessToken;
}

function tokenIn(file: string): string {
	return jwtOrThrow(readFileSync(file, "utf8").trim());
}

function jwtOrThrow(token: string): string {
	if (!/^eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+$/.test(token)) throw new UsageError("The token is no JSON web token.");
	return token;
}

function parsedOrThrow(args: string[]) {
	try {
		return parseArgs({
			args,
			options: {
				help: { type: "boolean", default: false },
				upstream: { type: "string" },
				token: { type: "string" },
				"token-file": { type: "string" },
				"id-token": { type: "string" },
				"expired-token-file": { type: "string" },
				"sign-in": { type: "string" },
				password: { type: "string" },
				local: { type: "string", default: "http://localhost:5173" },
				auth: { type: "string", default: "bearer" },
				form: { type: "string" },
				subscription: { type: "string" },
				"batch-cap": { type: "string", default: String(serverLimits.batchCalls) },
			},
		}).values;
	} catch (error) {
		throw new UsageError(error instanceof Error ? error.message : String(error));
	}
}
