import { IconArrowsExchange } from "@tabler/icons-react";
import { useState } from "react";
import { toast } from "sonner";
import { minuteMs } from "../../../shared/base/durations";
import { type RosterDetails, type RosterSwap, rosterLimits } from "../../../shared/duty/roster";
import { dutySpans } from "../../../shared/duty/turns";
import { type Zone, zoneOffsetMinutes } from "../../../shared/time/time-zones";
import { sentenceFor } from "../../api/api-error";
import { trpcClient } from "../../api/trpc";
import { contactNames } from "../../entities/duty-now";
import { ActionDialog, atFields, NotSent } from "../../forms/action-dialog";
import { GuardedButton } from "../../ui/form/guarded-button";
import { Select } from "../../ui/form/select";
import { useSteadyOptions } from "../../ui/form/steady-options";
import { Card } from "../../ui/layout/card";
import layout from "../../ui/layout/layouts.module.css";
import { NoRows, Rows } from "../../ui/layout/rows";
import { instantText } from "../../ui/time/time-display";
import { TimeStamp } from "../../ui/time/time-stamp";
import { rich, t } from "../../words/made/duty";
import { useRefreshRosters } from "./use-refresh-rosters";

type SwapsProps = { roster: RosterDetails; now: number };
type SwapsCardProps = SwapsProps & { denial: string | null };

/** The card shows for people of the roster, and for managers while a turn is offered. */
export function SwapsCard({ roster, now, denial }: SwapsCardProps) {
	const [isOffering, setIsOffering] = useState(false);
	const { swaps = [], ownIds = [] } = roster;
	const canOffer = turnsOf(roster, ownIds, now).length > 0 && takersOf(roster).length > 0;
	if (!canOffer && swaps.length === 0) return null;
	return (
		<Card
			title={t("swaps")}
			action={
				canOffer && (
					<GuardedButton
						denial={null}
						size="compact-sm"
						icon={<IconArrowsExchange size={16} />}
						onClick={() => setIsOffering(true)}
					>
						{t("swap.offer")}
					</GuardedButton>
				)
			}
		>
			{swaps.length === 0 ? (
				<NoRows>{t("swaps.help")}</NoRows>
			) : (
				<Rows rows={swaps.map((swap) => swapRow(roster, swap, denial === null))} />
			)}
			{isOffering && <OfferDialog roster={roster} now={now} onClose={() => setIsOffering(false)} />}
		</Card>
	);
}

function swapRow(roster: RosterDetails, swap: RosterSwap, isManager: boolean) {
	const nameOf = contactNames(roster);
	const { id, giverId, takerId, from, to, inReturn, mine } = swap;
	const time = (at: number) => <TimeStamp at={at} isFocusable />;
	const names = { giver: nameOf(giverId), taker: nameOf(takerId) };
	return {
		key: id,
		name: t("swap.names", names),
		under: (
			<>
				{rich("swap.span", { from: time(from), to: time(to) })}
				{inReturn && <br />}
				{inReturn && rich("swap.return", { from: time(inReturn.from), to: time(inReturn.to) })}
			</>
		),
		end: (mine !== null || isManager) && <SwapButtons swap={swap} {...names} />,
	};
}

type SwapButtonsProps = { swap: RosterSwap; giver: string; taker: string };

function SwapButtons({ swap, giver, taker }: SwapButtonsProps) {
	const refresh = useRefreshRosters();
	const [busy, setBusy] = useState<"accept" | "end" | null>(null);
	const target = { swapId: swap.id, version: swap.version };
	const isTaker = swap.mine === "taker";
	const decide = async (what: "accept" | "end") => {
		setBusy(what);
		try {
			if (what === "accept") await trpcClient.contact.acceptSwap.mutate(target);
			else await trpcClient.contact.endSwap.mutate(target);
			toast.success(what === "accept" ? t("swap.accepted") : isTaker ? t("swap.declined") : t("swap.withdrawn"));
		} catch (error) {
			toast.error(sentenceFor(error));
		} finally {
			setBusy(null);
			await refresh();
		}
	};
	return (
		<span className={layout.row}>
			{isTaker && (
				<GuardedButton
					denial={null}
					size="compact-sm"
					look="primary"
					isLoading={busy === "accept"}
					label={t("swap.acceptOf", { name: giver })}
					onClick={() => void decide("accept")}
				>
					{t("swap.accept")}
				</GuardedButton>
			)}
			<GuardedButton
				denial={null}
				size="compact-sm"
				isLoading={busy === "end"}
				label={isTaker ? t("swap.declineOf", { name: giver }) : t("swap.withdrawOf", { name: taker })}
				onClick={() => void decide("end")}
			>
				{isTaker ? t("swap.decline") : t("swap.withdraw")}
			</GuardedButton>
		</span>
	);
}

function OfferDialog({ roster, now, onClose }: SwapsProps & { onClose: () => void }) {
	const { id: rosterId, zone, ownIds = [] } = roster;
	const refresh = useRefreshRosters();
	const nameOf = contactNames(roster);
	const [typed, setTyped] = useState({ given: "", takerId: "", returned: "" });
	const [errors, setErrors] = useState<Record<string, string>>({});
	const own = turnsOf(roster, ownIds, now);
	const theirs = typed.takerId === "" ? [] : turnsOf(roster, [typed.takerId], now);
	const given = useSteadyOptions(own.map((turn) => turnOption(zone, turn)));
	const takers = useSteadyOptions(takersOf(roster).map(({ id }) => ({ value: id, label: nameOf(id) })));
	const returned = useSteadyOptions([
		{ value: "", label: t("swap.nothing") },
		...theirs.map((turn) => turnOption(zone, turn)),
	]);
	const change = (changes: Partial<typeof typed>) => {
		setTyped((before) => ({ ...before, ...changes }));
		setErrors({});
	};
	const run = async () => {
		const turn = own.find(({ from }) => String(from) === typed.given);
		const faults: Record<string, string> = {};
		if (!turn) faults.from = t("swap.chooseTurn");
		if (typed.takerId === "") faults.takerId = t("substitution.choose");
		setErrors(faults);
		if (!turn || Object.keys(faults).length > 0) throw new NotSent();
		const inReturn = theirs.find(({ from }) => String(from) === typed.returned) ?? null;
		await trpcClient.contact.offerSwap.mutate({ rosterId, takerId: typed.takerId, ...turn, inReturn });
		await refresh();
		toast.success(t("swap.offered", { name: nameOf(typed.takerId) }));
	};
	return (
		<ActionDialog
			title={t("swap.offer")}
			size={520}
			label={t("swap.send")}
			run={run}
			onClose={onClose}
			onRejected={atFields(setErrors)}
		>
			<p>{t("swap.lead", { zone })}</p>
			<Select
				label={t("swap.given")}
				data-autofocus
				{...given}
				value={typed.given}
				error={errors.from ?? errors.to}
				onChange={(value) => change({ given: value })}
			/>
			<Select
				label={t("swap.taker")}
				searchable
				{...takers}
				value={typed.takerId}
				error={errors.takerId}
				onChange={(takerId) => change({ takerId, returned: "" })}
			/>
			<Select
				label={t("swap.inReturn")}
				{...returned}
				value={typed.returned}
				error={errors.inReturn}
				onChange={(value) => change({ returned: value })}
			/>
		</ActionDialog>
	);
}

type Span = { from: number; to: number };

function turnsOf(roster: RosterDetails, contactIds: readonly string[], now: number): Span[] {
	const ahead = dutySpans(roster, { from: now, to: now + rosterLimits.pastMs });
	return ahead.flatMap(({ from, to, contactId }) =>
		contactId !== null && contactIds.includes(contactId) ? [{ from, to }] : [],
	);
}

function takersOf({ people, ownIds = [] }: RosterDetails) {
	return people.filter(({ id, isMember }) => isMember && !ownIds.includes(id));
}

function turnOption(zone: Zone, { from, to }: Span): { value: string; label: string } {
	const text = (at: number) => instantText(at, zoneOffsetMinutes(zone, at - (at % minuteMs)));
	return { value: String(from), label: t("gaps.span", { from: text(from), to: text(to) }) };
}
