import { env } from "cloudflare:workers";
import { type Context, Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { routePath } from "hono/route";
import { mcpPath } from "../shared/account/api-key";
import { hostBrandPath } from "../shared/account/brand";
import { paymentEventsPath } from "../shared/account/payment-events";
import { linkFramePath, publicLinkPath } from "../shared/account/public-link";
import { wallPath } from "../shared/account/wall";
import { dayMs } from "../shared/base/durations";
import { callPath, linkPath, shortLinkPath } from "../shared/base/links";
import { directEndpoints, isLinePath } from "../shared/direct-endpoints";
import { dutyCalendarPath } from "../shared/duty/duty-calendar";
import type { ErrorCode } from "../shared/errors/error-codes";
import { acceptedLanguage } from "../shared/message/language";
import { telegramPath } from "../shared/message/telegram";
import { livePath } from "../shared/overview/live";
import { confirmedPath, secondStepPath, sessionEndPath, sessionPath } from "../shared/session/session";
import { ssoArrivalPath, ssoOfferPath } from "../shared/session/sso-offer";
import { createTokenVerifier } from "../shared/session/token-verifier";
import { lookAtDomains } from "./account/look-at-domains";
import { notifyOfProviderEnds } from "./account/provider-ends";
import { createSsoArrival, createSsoOfferEndpoint } from "./account/sso-arrival";
import { AccountObject as AccountClass } from "./account-object";
import { runOverdueAccounts } from "./alarm/overdue-accounts";
import { createApiEndpoint } from "./api/api-endpoint";
import { createCursors } from "./api/cursors";
import { problemResponse } from "./api/problems";
import { createAssistantEndpoint } from "./assistant/assistant-endpoint";
import { createOauthEndpoint } from "./assistant/oauth-endpoint";
import { accountObjects } from "./base/account-objects";
import type { DirectEndpoints } from "./base/direct-response";
import { parseSettings, type Settings } from "./base/env";
import { isOverloaded, isUpdateUnderWay, overloadRetryAfterSeconds, trpcErrorResponse } from "./base/errors";
import { logWarning, recordFault } from "./base/event-log";
import { createFetchJwks } from "./base/identify";
import { requestIdOf } from "./base/internal-headers";
import { createOutside } from "./base/outside";
import { faultText } from "./base/report-error";
import { newerFormText } from "./base/stored-form";
import { notingAccounts, recordRequest, timedJob } from "./base/work-lines";
import { createPaymentEventsEndpoint } from "./billing/events-endpoint";
import { planName } from "./billing/new-plan";
import { createPaymentsOf } from "./billing/stripe/payments-of";
import { createBrandImageEndpoint, createHostBrandEndpoint } from "./brand/brand-endpoints";
import { createTelegramEndpoint } from "./contact/telegram-endpoint";
import { createAccountLookup } from "./db/account-lookup";
import { forgetLostMessages } from "./db/account-state-rows";
import { dataPlace, otherPlaceText } from "./db/data-place";
import { directoryForm } from "./db/directory-form";
import { forgetShares, quotaDay } from "./db/message-share-rows";
import { createOauthStore, forgetOauthEntries } from "./db/oauth-rows";
import { forgetSentMessages } from "./db/sent-message-rows";
import { forgetShortLinks } from "./db/short-link-rows";
import { createDeepHealth } from "./deep-health";
import { createCalendarEndpoint } from "./duty/calendar-endpoint";
import { createExportEndpoint } from "./export/export-endpoint";
import { createFileEndpoint } from "./export/file-endpoint";
import { createIngestEndpoint } from "./ingest/ingest-endpoint";
import {
	createLinesEndpoint,
	later,
	linesPing as ping,
	linesHealth as showHealth,
} from "./ingest/lines/lines-endpoint";
import { type Fault, reject, serverFaults } from "./ingest/rejections";
import { createCallTokens } from "./keys/call-tokens";
import { createIngestKeys } from "./keys/ingest-keys";
import { createLinkTokens } from "./keys/link-tokens";
import type { LakeHandOver } from "./lake/lake-calls";
import { createLakeConsumer } from "./lake/make-lake-task";
import { createCallEndpoint } from "./link/call-endpoint";
import { createLinkEndpoint, updatingPage } from "./link/link-endpoint";
import { createShortLinkEndpoint } from "./link/short-link-endpoint";
import { createLiveEndpoint, denyListener } from "./live/live-endpoint";
import { createMailReceiver } from "./mail/receive-mail";
import { accountUrl } from "./message/account-url";
import type { HandOver } from "./message/hand-over";
import { createQueueConsumer } from "./message/queue-consumer";
import { openWhereReadable } from "./newer-object";
import { documentPaths, formerDocuments, serveDocument, serveFormerDocument } from "./openapi/serve-document";
import { createProxy } from "./proxy";
import { createLinkFrameEndpoint, createPublicLinkEndpoint } from "./public-link/public-link-endpoint";
import { runRecoveries } from "./recovery/run-recoveries";
import { createFontReader } from "./report/formats/render-options";
import { createVerifyEndpoint } from "./report/proof/verify-endpoint";
import { createRunConsumer, type ReportHandOver } from "./report/run/consume-runs";
import { createConfirmedEndpoint } from "./session/confirm-identity";
import { createEmergencyStandingEndpoint, createSecondStepEndpoint } from "./session/second-step";
import { createSessionEnd, createSessionEndpoint } from "./session/session-endpoints";
import { createSsoPeople } from "./session/sso-people";
import { createFindText } from "./session/text-records";
import { createReviewConsumer } from "./trail-review/make-review";
import type { ReviewHandOver } from "./trail-review/review-calls";
import { createWallEndpoint } from "./wall/wall-endpoint";

export const AccountObject = openWhereReadable(AccountClass);
export type AccountObject = AccountClass;
export { LocalSeed } from "./seed/local-seed";

const providerReportsForMs = 30 * dayMs;
const shortLinksExpiredForMs = 7 * dayMs;
const forgottenPerRun = 5_000;
/** The queue's name in wrangler.toml. Every other queue holds messages. */
const runQueueName = "aqlcloud-report-runs";
/** A queue tries five times. */
const updateRetrySeconds = 15 * 60;
const sharesKeptMs = 7 * dayMs;

/** Devices and programs retry after this time. Screens retry earlier. */
const updateRetryAfterSeconds = 60;

const configuration = parseSettings(env);
const endpoints = configuration.isValid ? createEndpoints(configuration.settings) : null;
const consumeQueue = configuration.isValid ? createConsumer(configuration.settings) : null;
const receiveMail = configuration.isValid ? createReceiver(configuration.settings) : null;
const consumeRuns = configuration.isValid ? createReportConsumer(configuration.settings) : null;

const deepHealth = createDeepHealth({
	asked: {
		directory: () => env.DIRECTORY.prepare("SELECT 1").first(),
		archive: () => env.ARCHIVE.head("health"),
		// An object without an account.
		accounts: () => accountObjects(env).getByName("health").currentPlace(),
	},
	clock: Date.now,
});

type RunQueueHandOver = ReportHandOver | LakeHandOver | ReviewHandOver;

type Numbered = { Variables: { requestId: string } };

const numbered = createMiddleware<Numbered>(async (c, next) => {
	const requestId = requestIdOf(c.req.raw.headers);
	c.set("requestId", requestId);
	await recordRequest({ requestId, name: () => `${c.req.method} ${routePath(c)}` }, async () => {
		await next();
		return c.res.status;
	});
});

/** Whether this code may read the stored data, and the data is in this deployment's jurisdiction. */
async function mayRead(): Promise<boolean> {
	// `findOther` may write, and newer data must not be touched.
	return (await directoryForm.findNewer()) === null && (await dataPlace.findOther()) === null;
}

const readable = createMiddleware<Numbered>(async (c, next) => {
	if (await mayRead()) return next();
	return updateResponse(c.req.raw, c.var.requestId);
});

const configured = createMiddleware<Numbered & { Variables: { endpoints: NonNullable<typeof endpoints> } }>(
	async (c, next) => {
		if (endpoints === null) return denyByPath(c, "CONFIGURATION", serverFaults.misconfigured);
		c.set("endpoints", endpoints);
		return next();
	},
);

function only({ methods }: { methods: readonly string[] }) {
	return createMiddleware<Numbered>(async (c, next) => {
		if (methods.includes(c.req.method)) return next();
		return c.body(null, 405, { allow: methods.join(", ") });
	});
}

const { api, mcp, oauth, oauthMetadata, wall, calendar, link, shortLink, brandImage, verify } = directEndpoints;
const { calls, paymentEvents, publicLink, telegram } = directEndpoints;
const { lines, linesV1, linesHealth, linesPing } = directEndpoints;

const app = new Hono<Numbered>()
	.use(numbered)
	.get("/api/health", (c) => serveHealth(c))
	.use(readable)
	.on("GET", Object.keys(formerDocuments), (c) => serveFormerDocument(c.req.raw))
	.all("/api/proxy/*", configured, (c) => c.var.endpoints.proxy(c.req.raw, c.var.requestId))
	.get(sessionPath, configured, (c) => c.var.endpoints.session(c.req.raw, c.var.requestId))
	.post(confirmedPath, configured, (c) => c.var.endpoints.confirmed(c.req.raw, c.var.requestId))
	.get(secondStepPath, configured, (c) => c.var.endpoints.emergencyStanding(c.req.raw, c.var.requestId))
	.post(secondStepPath, configured, (c) => c.var.endpoints.secondStep(c.req.raw, c.var.requestId))
	.get(ssoOfferPath, configured, (c) => c.var.endpoints.ssoOffer(c.req.raw))
	.post(ssoArrivalPath, configured, (c) => c.var.endpoints.ssoArrival(c.req.raw, c.var.requestId))
	.post(sessionEndPath, configured, (c) => c.var.endpoints.sessionEnd(c.req.raw, c.var.requestId))
	.on("ALL", documentPaths, (c) => serveDocument(c.req.raw, c.var.requestId))
	.all(api.path, configured, (c) => c.var.endpoints.api(c.req.raw, c.var.requestId))
	.all(mcp.path, configured, (c) => c.var.endpoints.mcp(c.req.raw, c.var.requestId))
	.all(oauth.path, configured, (c) => c.var.endpoints.oauth(c.req.raw))
	.all(oauthMetadata.path, configured, (c) => c.var.endpoints.oauthMetadata(c.req.raw))
	.all(lines.path, only(lines), configured, (c) => c.var.endpoints.lines(c.req.raw))
	.all(linesV1.path, only(linesV1), configured, (c) => c.var.endpoints.linesV1(c.req.raw))
	.all(linesHealth.path, only(linesHealth), configured, (c) => c.var.endpoints.linesHealth())
	.all(linesPing.path, only(linesPing), configured, (c) => c.var.endpoints.linesPing())
	.all("/api/ingest/v1/:endpoint", configured, (c) => c.var.endpoints.ingest(c.req.raw, c.var.requestId))
	.all("/api/files", configured, (c) => c.var.endpoints.file(c.req.raw, c.var.requestId))
	.all("/api/files/:fileId", configured, (c) => c.var.endpoints.file(c.req.raw, c.var.requestId))
	.all("/api/export", configured, (c) => c.var.endpoints.export(c.req.raw, c.var.requestId))
	.get(hostBrandPath, configured, (c) => c.var.endpoints.hostBrand(c.req.raw))
	.all(brandImage.path, only(brandImage), configured, (c) => c.var.endpoints.brandImage(c.req.raw))
	.all(verify.path, only(verify), configured, (c) => c.var.endpoints.verify(c.req.raw))
	.all(wall.path, only(wall), configured, (c) => c.var.endpoints.wall(c.req.raw))
	.get(linkFramePath, configured, (c) => c.var.endpoints.linkFrame(c.req.raw))
	.all(publicLink.path, only(publicLink), configured, (c) => c.var.endpoints.publicLink(c.req.raw))
	.all(calendar.path, only(calendar), configured, (c) => c.var.endpoints.calendar(c.req.raw))
	.all(link.path, only(link), configured, (c) => c.var.endpoints.link(c.req.raw))
	.all(shortLink.path, only(shortLink), configured, (c) => c.var.endpoints.shortLink(c.req.raw))
	.all(telegram.path, only(telegram), configured, (c) => c.var.endpoints.telegram(c.req.raw))
	.all(paymentEvents.path, only(paymentEvents), configured, (c) => c.var.endpoints.paymentEvents(c.req.raw))
	.all(calls.path, only(calls), configured, (c) => c.var.endpoints.calls(c.req.raw))
	.all(livePath, configured, (c) => c.var.endpoints.live(c.req.raw, c.var.requestId))
	.notFound((c) => reject({ status: 404, name: "NotFound", message: "No such address" }, c.var.requestId))
	.onError((error, c) => {
		const { requestId } = c.var;
		if (isUpdateUnderWay(error)) return updateResponse(c.req.raw, requestId);
		if (isOverloaded(error)) return overloadResponse(c);
		recordFault(error, "backend", { event: "internal-error", requestId, ...faultText(error) });
		return denyByPath(c, "INTERNAL", serverFaults.internal);
	});

async function serveHealth(c: Context): Promise<Response> {
	if (!configuration.isValid) return c.json({ status: "misconfigured", settings: configuration.problems }, 503);
	const newer = await directoryForm.findNewer({ isFresh: true });
	if (newer) return c.json({ status: "outdated", storedForm: newerFormText(newer) }, 503);
	const otherPlace = await dataPlace.findOther();
	if (otherPlace !== null) return c.json({ status: "misplaced", dataPlace: otherPlaceText(otherPlace) }, 503);
	if (c.req.query("deep") === undefined) return c.json({ status: "ok" });
	const bindings = await deepHealth();
	const isFailing = Object.values(bindings).some(({ state }) => state === "failing");
	return c.json({ status: isFailing ? "failing" : "ok", bindings }, isFailing ? 503 : 200);
}

type Called = { req: { path: string }; var: { requestId: string } };

function denyByPath({ req, var: { requestId } }: Called, reason: ErrorCode, fault: Fault): Response {
	if (isLinePath(req.path)) return later(503, fault.message, updateRetryAfterSeconds);
	if (isApi(req.path)) return problemResponse(asProblem(fault), { requestId });
	const isTrpc = req.path.startsWith("/api/proxy/") || req.path.startsWith(sessionPath);
	return isTrpc ? trpcErrorResponse(reason, fault.message, requestId) : reject(fault, requestId);
}

const isApi = (path: string) => path.startsWith("/api/v1/");
const asProblem = ({ status, name, message }: Fault) => ({ status, name, detail: message });

/** Not reported as a fault: one account gets too many calls. */
function overloadResponse(c: Called): Response {
	logWarning({ event: "account-overloaded", requestId: c.var.requestId });
	const response = denyByPath(c, "TOO_MANY_REQUESTS", serverFaults.overloaded);
	const headers = new Headers(response.headers);
	if (!headers.has("retry-after")) headers.set("retry-after", String(overloadRetryAfterSeconds));
	return new Response(response.body, { status: response.status, headers });
}

/** While a newer release starts. Nothing was done, so the request may be repeated. */
function updateResponse(request: Request, requestId: string): Response | Promise<Response> {
	const { pathname } = new URL(request.url);
	const isWithoutBody = [paymentEventsPath, telegramPath, wallPath, publicLinkPath, linkFramePath].includes(pathname);
	if (isWithoutBody || [dutyCalendarPath, callPath].some((path) => pathname.startsWith(path)))
		return new Response(null, { status: 503 });
	if (pathname.startsWith(linkPath) || pathname.startsWith(shortLinkPath)) {
		return updatingPage(updateRetryAfterSeconds, acceptedLanguage(request.headers.get("accept-language")));
	}
	if (isLinePath(pathname)) return later(503, serverFaults.updating.message, updateRetryAfterSeconds);
	if (pathname === livePath) return denyListener("updating", requestId);
	if (isApi(pathname)) {
		const headers = { "retry-after": String(updateRetryAfterSeconds) };
		return problemResponse(asProblem(serverFaults.updating), { requestId, headers });
	}
	const isForPrograms =
		pathname.startsWith("/api/ingest/") ||
		pathname.startsWith("/api/v1/") ||
		pathname === mcpPath ||
		pathname === "/api/export" ||
		pathname.startsWith("/api/files");
	if (isForPrograms) return reject(serverFaults.updating, requestId, updateRetryAfterSeconds);
	return trpcErrorResponse("UPDATE_UNDER_WAY", "A newer release has begun", requestId);
}

export default {
	fetch: app.fetch,
	async queue(batch) {
		if (!consumeQueue || !consumeRuns) throw new Error("Settings not valid");
		if (!(await mayRead())) return batch.retryAll({ delaySeconds: updateRetrySeconds });
		if (batch.queue.startsWith(runQueueName)) await consumeRuns(batch as MessageBatch<RunQueueHandOver>);
		else await consumeQueue(batch as MessageBatch<HandOver>);
	},
	async email(message) {
		if (!receiveMail) throw new Error("Settings not valid");
		if (!(await mayRead())) return message.setReject("451 4.3.2 Try again later");
		await receiveMail(message);
	},
	async scheduled({ scheduledTime }) {
		if (!(await mayRead())) return;
		await timedJob({ place: "backend", name: "cron", accountId: null }, async () => {
			await runOverdueAccounts({ directory: env.DIRECTORY, accounts: accountObjects(env) }, scheduledTime);
			if (configuration.isValid) {
				const findText = createFindText(configuration.settings.local);
				const accounts = accountObjects(env);
				await lookAtDomains({ directory: env.DIRECTORY, findText, accounts }, scheduledTime);
				await notifyOfProviderEnds({ directory: env.DIRECTORY, accounts }, scheduledTime);
			}
			await runRecoveries({ directory: env.DIRECTORY, accounts: accountObjects(env) }, scheduledTime);
			await forgetSentMessages(env.DIRECTORY, { before: scheduledTime - providerReportsForMs, limit: forgottenPerRun });
			const expired = scheduledTime - shortLinksExpiredForMs;
			await forgetShortLinks(env.DIRECTORY, { before: expired, limit: forgottenPerRun });
			await forgetOauthEntries(env.DIRECTORY, { before: scheduledTime, limit: forgottenPerRun });
			const oldestDay = quotaDay(scheduledTime - sharesKeptMs).day;
			await forgetShares(env.DIRECTORY, oldestDay);
			await forgetLostMessages(env.DIRECTORY, oldestDay);
		});
	},
} satisfies ExportedHandler<BackendEnv, HandOver | ReportHandOver | LakeHandOver>;

function createEndpoints({ userPoolId, clientId, ingestSecrets, local, stripe, messages }: Settings) {
	const { DIRECTORY: directory, ARCHIVE: files } = env;
	const accounts = notingAccounts(accountObjects(env));
	const linkTokens = createLinkTokens(ingestSecrets);
	const { INGEST_BY_KEY: byKey, INGEST_BY_SERVER: byServer, INGEST_REFUSED: denied } = env;
	const fetchJwks = createFetchJwks(local);
	const verifier = createTokenVerifier({ userPoolId, clientId, fetchJwks, now: Date.now });
	const lookup = createAccountLookup(directory, Date.now);
	const integrationKeys = createIngestKeys("integrationKey", ingestSecrets);
	const rateLimits = { byKey, byServer, rejected: denied };
	const writeLines = createLinesEndpoint({ keys: integrationKeys, accounts, rateLimits, clock: () => Date.now() });
	const people = createSsoPeople(directory, Date.now);
	const oauthStore = createOauthStore(directory, Date.now);
	const serveOauth = createOauthEndpoint({ store: oauthStore, directory, clock: Date.now, counted: denied });
	const apiKeys = createIngestKeys("apiKey", ingestSecrets);
	const api = createApiEndpoint({ keys: apiKeys, cursors: createCursors(ingestSecrets), accounts, denied });
	return {
		proxy: createProxy({ verifier, people, lookup, accounts, directory, files, planName: planName({ local }) }),
		export: createExportEndpoint({ verifier, people, lookup, accounts }),
		file: createFileEndpoint({ verifier, people, lookup, accounts, bucket: env.ARCHIVE }),
		link: createLinkEndpoint({ tokens: linkTokens, accounts, files, rateLimit: env.LINKS_BY_ADDRESS, clock: Date.now }),
		shortLink: createShortLinkEndpoint({
			directory,
			tokens: linkTokens,
			opened: env.LINKS_BY_ADDRESS,
			wrong: env.SHORT_LINKS_WRONG,
			clock: Date.now,
		}),
		verify: createVerifyEndpoint({ directory, rateLimit: env.VERIFY_BY_ADDRESS }),
		paymentEvents: createPaymentEventsEndpoint({
			payments: createPaymentsOf({ stripe, local }),
			directory,
			accounts,
			clock: Date.now,
			rateLimit: env.PAYMENT_EVENTS_BY_ADDRESS,
		}),
		telegram: createTelegramEndpoint({
			telegram: messages.telegram,
			accounts,
			send: createOutside(local).send,
			rateLimit: env.LINKS_BY_ADDRESS,
			clock: Date.now,
		}),
		calls: createCallEndpoint({
			settings: messages,
			tokens: createCallTokens(ingestSecrets),
			accounts,
			clock: Date.now,
		}),
		brandImage: createBrandImageEndpoint(env.ARCHIVE),
		hostBrand: createHostBrandEndpoint(directory),
		live: createLiveEndpoint({ verifier, people, lookup, accounts }),
		ssoOffer: createSsoOfferEndpoint(directory, Date.now),
		ssoArrival: createSsoArrival({ verifier, directory, accounts, clock: Date.now }),
		sessionEnd: createSessionEnd({ verifier, people, lookup, accounts }),
		confirmed: createConfirmedEndpoint({ verifier, people, lookup, accounts, directory }),
		secondStep: createSecondStepEndpoint({ verifier, people, lookup, accounts }),
		emergencyStanding: createEmergencyStandingEndpoint({ verifier, people, lookup, accounts }),
		session: createSessionEndpoint({ verifier, people, lookup, accounts }),
		api,
		mcp: createAssistantEndpoint({ keys: apiKeys, accounts, denied, callApi: api, oauthStore }),
		oauth: serveOauth,
		oauthMetadata: serveOauth,
		wall: createWallEndpoint({
			tokens: createIngestKeys("wall", ingestSecrets),
			accounts,
			denied,
			bucket: env.ARCHIVE,
		}),
		publicLink: createPublicLinkEndpoint({
			tokens: createIngestKeys("publicLink", ingestSecrets),
			bucket: env.ARCHIVE,
			accounts,
			denied,
		}),
		linkFrame: createLinkFrameEndpoint(directory, Date.now),
		calendar: createCalendarEndpoint({
			tokens: createIngestKeys("dutyCalendar", ingestSecrets),
			accounts,
			denied,
			consoleUrl: messages.consoleUrl,
		}),
		ingest: createIngestEndpoint({
			deviceKeys: createIngestKeys("device", ingestSecrets),
			integrationKeys,
			accounts,
			rateLimits,
		}),
		lines: writeLines,
		linesV1: writeLines,
		linesHealth: showHealth,
		linesPing: ping,
	} satisfies DirectEndpoints & Record<string, unknown>;
}

function createReceiver({ messages: { email } }: Settings) {
	const { DIRECTORY: directory, ARCHIVE: files, EMAIL, INGEST_BY_KEY: rateLimit } = env;
	const accounts = accountObjects(env);
	const from = email?.from ?? null;
	return createMailReceiver({ directory, accounts, files, email: EMAIL, from, rateLimit, clock: Date.now });
}

/** Reports and tasks of lakes share a queue, so that neither takes an account's thread from the other. */
function createReportConsumer({ messages: { consoleUrl }, fonts, local }: Settings) {
	const { DIRECTORY: directory, ARCHIVE: bucket } = env;
	const verifyUrlOf = async (accountId: string) => {
		const url = await accountUrl({ directory, consoleUrl }, accountId);
		return url === null ? null : `${url}/verify`;
	};
	const consumeLake = createLakeConsumer({
		accounts: accountObjects(env),
		files: bucket,
		outside: createOutside(local),
		ownHosts: consoleUrl === null ? [] : [new URL(consoleUrl).hostname],
		clock: Date.now,
	});
	const reportParts = {
		accounts: accountObjects(env),
		bucket,
		verifyUrlOf,
		clock: Date.now,
		...(fonts && { readFont: createFontReader(fonts) }),
	};
	const consumeReports = createRunConsumer(reportParts);
	const consumeReview = createReviewConsumer(reportParts);
	return async ({ messages }: Pick<MessageBatch<RunQueueHandOver>, "messages">): Promise<void> => {
		for (const message of messages) {
			if ("lakeStep" in message.body) await consumeLake(message as Message<LakeHandOver>);
			else if ("reviewOf" in message.body) await consumeReview(message as Message<ReviewHandOver>);
			else await consumeReports({ messages: [message as Message<ReportHandOver>] });
		}
	};
}

function createConsumer({ messages: settings, ingestSecrets, local }: Settings) {
	const { DIRECTORY: directory, EMAIL: email, ARCHIVE: files } = env;
	const accounts = accountObjects(env);
	const { send } = createOutside(local);
	const linkTokens = createLinkTokens(ingestSecrets);
	const callTokens = createCallTokens(ingestSecrets);
	const parts = {
		accounts,
		directory,
		settings,
		linkTokens,
		callTokens,
		email,
		files,
		send,
		isLocal: local !== null,
		clock: Date.now,
	};
	return createQueueConsumer(parts);
}
