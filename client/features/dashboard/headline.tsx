import { IconAlertTriangle, IconCircleCheck } from "@tabler/icons-react";
import type { FleetOverview } from "../../../shared/overview/fleet-overview";
import { pageLanguage } from "../../base/page-language";
import { formatSpan, useTickingNow } from "../../ui/time/relative-time";
import { t } from "../../words/made/first-screen";
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
		alerts.open > 0 && openText(alerts),
		alerts.acknowledged > 0 && t("headline.acknowledged", { count: alerts.acknowledged }),
		beyond && outside > 0 && beyondText(beyond, now),
		silent > 0 && t("headline.silent", { count: silent }),
		others > 0 && t(silent > 0 ? "headline.otherInNeed" : "headline.inNeed", { count: others }),
		muted.devices > 0 && t("headline.mutedDevices", { count: muted.devices }),
		muted.rules > 0 && t("headline.mutedRules", { count: muted.rules }),
	].filter((fact) => typeof fact === "string");
	const unheard = counts.never > 0 && t("headline.unheard", { count: counts.never });
	if (facts.length === 0) {
		if (unwatched === 0 && !unheard) return { tone: "ok", text: t("headline.clear") };
		const first = unheard ? t("headline.facts", { facts: unheard }) : t("headline.normal");
		const second = t("headline.unwatched", { count: unwatched });
		return {
			tone: unwatched > 0 && unwatched === counts.online ? "warn" : "ok",
			text: unwatched === 0 ? first : t("headline.both", { first, second }),
		};
	}
	if (unheard) facts.push(unheard);
	const isBad = alerts.open > 0 || counts.offline > 0 || outside > 0;
	return { tone: isBad ? "bad" : "warn", text: t("headline.facts", { facts: listed(facts) }) };
}

function beyondText({ devices, side, since, alertAt }: NonNullable<Notice["beyond"]>, now: number): string {
	const held = since === null ? null : formatSpan(now - since);
	const due = alertAt === null || alertAt <= now ? null : formatSpan(alertAt - now);
	const values = { devices, side };
	if (held === null) return due === null ? t("beyond", values) : t("beyond.due", { ...values, due });
	return due === null ? t("beyond.held", { ...values, held }) : t("beyond.heldAndDue", { ...values, held, due });
}

function openText({ open, unreached }: FleetOverview["alerts"]): string {
	if (unreached === 0) return t("headline.open", { open });
	return unreached === open ? t("headline.open.unreached", { open }) : t("headline.open.partly", { open, unreached });
}

// English here has no comma before “and”.
const list = new Intl.ListFormat(pageLanguage === "en" ? "en-GB" : pageLanguage);

function listed(facts: string[]): string {
	const hasCommas = facts.some((fact) => fact.includes(","));
	return list
		.formatToParts(facts)
		.map(({ type, value }) => (hasCommas && type === "literal" && value === ", " ? "; " : value))
		.join("");
}
