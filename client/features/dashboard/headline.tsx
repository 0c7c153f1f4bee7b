import { IconAlertTriangle, IconCircleCheck } from "@tabler/icons-react";
import type { FleetOverview } from "../../../shared/overview/fleet-overview";
import { countOf } from "../../ui/format";
import { formatSpan, useTickingNow } from "../../ui/time/relative-time";
import classes from "./dashboard.module.css";

export function Headline({ overview }: { overview: FleetOverview }) {
	const { tone, text } = headline(overview, useTickingNow(60_000));
	const Icon = tone === "ok" ? IconCircleCheck : IconAlertTriangle;
	return (
		<p className={classes.headline} data-tone={tone}>
			<Icon size={20} stroke={1.7} aria-hidden="true" />
			{text}
		</p>
	);
}

type Notice = Pick<FleetOverview, "alerts" | "attention" | "beyond" | "counts" | "muted" | "unwatched">;

/** "All clear" only if all devices report, within all limits, nothing is open or muted, and a rule watches each device. */
export function headline(
	{ alerts, attention, beyond, counts, muted, unwatched }: Notice,
	now: number,
): {
	tone: "ok" | "warn" | "bad";
	text: string;
} {
	const silent = counts.offline + counts.late;
	const others = attention.devices - silent;
	const outside = beyond?.devices ?? 0;
	const facts = [
		alerts.open > 0 && `${countOf(alerts.open, "open alert")}${unreachedText(alerts)}`,
		alerts.acknowledged > 0 && countOf(alerts.acknowledged, "acknowledged alert"),
		beyond && outside > 0 && beyondText(beyond, now),
		silent > 0 && countOf(silent, "silent device"),
		others > 0 && `${countOf(others, silent > 0 ? "other device" : "device")} in need of attention`,
		muted.devices > 0 && countOf(muted.devices, "muted device"),
		muted.rules > 0 && countOf(muted.rules, "muted rule"),
	].filter((fact) => typeof fact === "string");
	const unheard = counts.never > 0 && `${countOf(counts.never, "device")} not heard of yet`;
	if (facts.length === 0) {
		if (unwatched === 0 && !unheard) return { tone: "ok", text: "All clear. Every device is reporting normally." };
		const text = `${unheard || "Every device is reporting normally"}.`;
		const unseen = unwatched === 0 ? "" : ` No alert rule watches ${countOf(unwatched, "device")}.`;
		return { tone: unwatched > 0 && unwatched === counts.online ? "warn" : "ok", text: text + unseen };
	}
	if (unheard) facts.push(unheard);
	const isBad = alerts.open > 0 || counts.offline > 0 || outside > 0;
	return { tone: isBad ? "bad" : "warn", text: `${listed(facts)}.` };
}

function beyondText({ devices, side, since, alertAt }: NonNullable<Notice["beyond"]>, now: number): string {
	const [limit, longest, next] = devices === 1 ? ["its limit", "", ""] : ["a limit", ", longest", "next "];
	const place = side === "both" ? "beyond" : side;
	const held = since === null ? "" : `${longest} for ${formatSpan(now - since)}`;
	const due = alertAt === null || alertAt <= now ? "" : `, ${next}alert in ${formatSpan(alertAt - now)}`;
	return `${countOf(devices, "device")} ${place} ${limit}${held}${due}`;
}

function unreachedText({ open, unreached }: FleetOverview["alerts"]): string {
	if (unreached === 0) return "";
	return unreached === open ? ", for which nobody was reached" : ` (nobody was reached for ${unreached})`;
}

function listed(facts: string[]): string {
	const separator = facts.some((fact) => fact.includes(",")) ? "; " : ", ";
	const last = facts.at(-1) ?? "";
	return facts.length === 1 ? last : `${facts.slice(0, -1).join(separator)} and ${last}`;
}
