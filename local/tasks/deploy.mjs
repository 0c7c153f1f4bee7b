// `npm run deploy`: one plan from what the Cloudflare account has to what this release needs, shown, confirmed, taken;
// the same command goes on where it failed. docs/deployment.md
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { readCommandLine } from "./command-line.mjs";
import { createCloudflareApi } from "./deploy/cloudflare-api.ts";
import { environmentOption, isEnvironmentName } from "./deploy/environment-names.ts";
import { terminal } from "./deploy/talk.ts";
import { findToken } from "./deploy/token.ts";
import { placeNamed } from "./deploy/wanted.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

const usage = `npm run deploy [-- <flags>]
  --env production|staging  whose settings and names; production, if nothing is said
  --dry-run                 says the plan, sizes and start-up; needs no account
  --place <name>            a jurisdiction or location for what is not there yet; it can never be changed
  --yes                     asks nobody
  --rollback                takes the latest deployment back`;

function createApi() {
	const token = findToken(root);
	return token === null ? null : createCloudflareApi({ token, base: process.env.CLOUDFLARE_API_BASE_URL });
}

/** Not synchronous: connections that the other side closes meanwhile have to be noticed before they are used again. */
function runCommand([command, ...args], env) {
	return new Promise((resolve, reject) => {
		const child = spawn(command, args, { cwd: root, stdio: "inherit", env });
		child.once("error", reject);
		child.once("exit", (code, signal) => {
			if (code === 0) resolve();
			else reject(new Error(`${command} ${args[0]} ended with ${code ?? signal}`));
		});
	});
}

/** For people: the trace of a network that failed says nothing to them. */
function describeFailure(error) {
	const cause = error.cause instanceof Error ? `: ${error.cause.message}` : "";
	return `\n${error.message}${cause}\nRun the same command again: it goes on where this one ended.`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const { values } = readCommandLine({
		usage,
		options: {
			env: environmentOption(),
			"dry-run": { type: "boolean", default: false },
			place: { type: "string" },
			yes: { type: "boolean", default: false },
			rollback: { type: "boolean", default: false },
		},
	});
	const place = values.place === undefined ? null : placeNamed(values.place);
	if (!isEnvironmentName(values.env) || (values.place !== undefined && place === null)) {
		console.error(`Usage: ${usage}`);
		process.exit(2);
	}
	const request = {
		environment: values.env,
		isDryRun: values["dry-run"],
		isRollback: values.rollback,
		isConfirmed: values.yes,
		place,
	};
	const { readSettings } = await import("./deploy/environment.ts");
	const { deploy } = await import("./deploy/run-deploy.ts");
	const services = {
		root,
		settings: readSettings(root, values.env),
		variables: process.env,
		api: createApi,
		fetch,
		run: (words, account) => {
			const env = { ...process.env, CI: "1", AQLCLOUD_ENVIRONMENT: values.env };
			return runCommand(words, { ...env, ...(account && { CLOUDFLARE_ACCOUNT_ID: account.id }) });
		},
		talk: terminal,
		pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
		now: () => new Date(),
	};
	process.exitCode = await deploy(request, services).catch((error) => {
		console.error(describeFailure(error));
		return 1;
	});
}
