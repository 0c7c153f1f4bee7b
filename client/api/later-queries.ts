import { queryOptions } from "@tanstack/react-query";
import type { PaperRetention } from "../../shared/report/report-settings";
import { trpc } from "./trpc";

/* Queries of screens that are seldom the first one of a visit, whose first files are small without them. */

export const rosterList = () => queryOptions(trpc.contact.getRosters.queryOptions());
export const rosterBy = (rosterId: string) => queryOptions(trpc.contact.getRoster.queryOptions({ rosterId }));
export const dueCertificates = () => queryOptions(trpc.device.getDueCertificates.queryOptions());
export const roundList = () => queryOptions(trpc.round.getRounds.queryOptions());
export const roundSinceLast = (roundId: string) => queryOptions(trpc.round.getSinceLast.queryOptions({ roundId }));
export const roundHistory = (roundId: string, from: number, to: number) =>
	queryOptions(trpc.round.getRoundHistory.queryOptions({ roundId, from, to }));
export const ssoRecord = () => queryOptions(trpc.account.getSso.queryOptions());
export const lakeRecord = () => queryOptions(trpc.account.getLake.queryOptions());
export const trailReviews = () => queryOptions(trpc.account.getTrailReviews.queryOptions());
export const leavingRecord = () => queryOptions(trpc.account.getLeaving.queryOptions());
/** Previews the deletions of this retention from the audit log and the delivery log. */
export const evidenceCut = (evidenceRetention: PaperRetention) =>
	queryOptions(trpc.account.previewEvidence.queryOptions({ evidenceRetention }));
export const brandRecord = () => queryOptions(trpc.account.getBrand.queryOptions());
export const shortenings = () => queryOptions(trpc.billing.getShortenings.queryOptions());
export const webhookList = () => queryOptions(trpc.webhook.getWebhooks.queryOptions());
export const publicLinkList = () => queryOptions(trpc.account.getPublicLinks.queryOptions());
export const assistantAccess = () => queryOptions(trpc.account.getAssistants.queryOptions());
