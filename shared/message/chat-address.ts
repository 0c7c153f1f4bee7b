import * as z from "zod/mini";
import { errorKey } from "../base/error-key";
import { lengthBeforeCleaning } from "../base/input-bounds";
import { urlChecked, urlParts, webhookComplaint } from "./webhook-url";

/** https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks/ */
const slackHosts = ["hooks.slack.com", "hooks.slack-gov.com"];
/** https://learn.microsoft.com/en-us/troubleshoot/power-platform/power-automate/flow-run-issues/triggers-troubleshoot */
const workflowHosts = /\.(?:api\.powerplatform\.com|api\.gov\.powerplatform\.microsoft\.us|logic\.azure\.com)$/;
const retiredConnectors = /(?:^|\.)webhook\.office(?:365)?\.com$|^outlook\.office(?:365)?\.com$/;

export function isOfSlack(url: string): boolean {
	return slackHosts.includes(urlParts(url).host);
}

export function slackComplaint(url: string): string | null {
	const complaint = webhookComplaint(url);
	if (complaint !== null || !isOfSlack(url)) return complaint;
	// A workflow's webhook takes the workflow's own variables, and no message.
	return urlParts(url).path.startsWith("/services/") ? null : errorKey("slack.noWebhook");
}

export function teamsComplaint(url: string): string | null {
	const complaint = webhookComplaint(url);
	if (complaint !== null) return complaint;
	if (retiredConnectors.test(urlParts(url).host)) return errorKey("teams.retired");
	return isOfTeams(url) ? null : errorKey("teams.noWorkflow");
}

export function isOfTeams(url: string): boolean {
	const { host, path } = urlParts(url);
	return workflowHosts.test(host) && path.includes("/workflows/");
}

export const SlackUrl = urlChecked(slackComplaint);
export const TeamsUrl = urlChecked(teamsComplaint);

/** An integration key of the Events API v2, after `eu:` if the PagerDuty account is in the EU. */
export const PagerDutyKey = z
	.string()
	.check(lengthBeforeCleaning(35), z.trim(), z.regex(/^(?:eu:)?[A-Za-z0-9]{32}$/, errorKey("pagerduty.key")));
