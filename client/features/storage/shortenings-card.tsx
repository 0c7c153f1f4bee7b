import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { WaitingShortening } from "../../../shared/account/storage";
import { sentenceFor } from "../../api/api-error";
import { shortenings } from "../../api/queries";
import { trpcClient } from "../../api/trpc";
import { refreshDevices, reportChange } from "../../device-actions/device-changes";
import { utcDate } from "../../device-actions/retention-preview";
import { ActionDialog } from "../../forms/action-dialog";
import { GuardedButton } from "../../ui/form/guarded-button";
import { countOf, countText } from "../../ui/format";
import { Card } from "../../ui/layout/card";
import { TextLink } from "../../ui/layout/link";
import { NoRows, Rows } from "../../ui/layout/rows";
import { TimeStamp } from "../../ui/time/time-stamp";
import { keptText } from "./retention-words";
import classes from "./storage.module.css";

const mostShown = 20;

export function ShorteningsCard({ denial, canOpen }: { denial: string | null; canOpen: boolean }) {
	const { data, error } = useQuery(shortenings());
	const [wanted, setAsked] = useState<WaitingShortening[] | null>(null);
	if (error) {
		return (
			<Card title="About to be removed" className={classes.card}>
				<NoRows>{sentenceFor(error)}</NoRows>
			</Card>
		);
	}
	if (!data || data.length === 0) return null;
	const readings = data.reduce((sum, one) => sum + one.readings, 0);
	return (
		<Card
			title="About to be removed"
			className={classes.card}
			action={
				data.length > 1 && (
					<GuardedButton denial={denial} onClick={() => setAsked(data)}>
						Take back all {countText(data.length)}
					</GuardedButton>
				)
			}
		>
			<p className={classes.lead}>
				These devices keep their readings for a shorter time than before. {countOf(readings, "reading")} will go;
				nothing is hidden or removed before its time. To keep a copy, export first.
			</p>
			<Rows
				rows={data.slice(0, mostShown).map((one) => ({
					key: one.deviceId,
					name: one.name,
					under: <Waiting one={one} canOpen={canOpen} />,
					end: (
						<GuardedButton denial={denial} onClick={() => setAsked([one])}>
							Take back
						</GuardedButton>
					),
				}))}
			/>
			{data.length > mostShown && <NoRows>And {countOf(data.length - mostShown, "more device")}.</NoRows>}
			{wanted && <TakeBackDialog asked={wanted} onClose={() => setAsked(null)} />}
		</Card>
	);
}

function Waiting({ one, canOpen }: { one: WaitingShortening; canOpen: boolean }) {
	const { formerDays, days, readings, olderThan, dueAt, deviceId } = one;
	const what =
		readings === 0
			? "Nothing stored is older. It applies on"
			: `${countOf(readings, "reading")} older than ${utcDate(olderThan)} (UTC) go on`;
	return (
		<>
			{keptText(days)} instead of {keptText(formerDays).toLowerCase()}. {what} <TimeStamp at={dueAt} isFocusable />.
			{canOpen && readings > 0 && (
				<>
					{" "}
					<TextLink to="/log/" search={{ device: deviceId }}>
						Export them first
					</TextLink>
				</>
			)}
		</>
	);
}

function TakeBackDialog({ asked: wanted, onClose }: { asked: WaitingShortening[]; onClose: () => void }) {
	const [first] = wanted;
	const devices = wanted.map(({ deviceId, name }) => ({ id: deviceId, name }));
	const run = async () => {
		const changed = await trpcClient.billing.takeBackShortenings.mutate({ deviceIds: devices.map(({ id }) => id) });
		reportChange(changed, devices, {
			one: (name) => `${name} keeps its readings as long as before.`,
			many: (count) => `${countOf(count, "device")} keep their readings as long as before`,
		});
		await refreshDevices();
	};
	return (
		<ActionDialog
			isQuestion
			title={
				wanted.length === 1 && first
					? `Take back for ${first.name}`
					: `Take back for ${countOf(wanted.length, "device")}`
			}
			label="Take back"
			run={run}
			onClose={onClose}
		>
			<p className={classes.note}>
				{wanted.length === 1 && first
					? `It keeps its readings for ${first.formerDays === null ? "ever" : countOf(first.formerDays, "day")}, as before.`
					: "They keep their readings as long as before."}{" "}
				This is then set on the device itself: what its groups or the account say no longer applies to it.
			</p>
		</ActionDialog>
	);
}
