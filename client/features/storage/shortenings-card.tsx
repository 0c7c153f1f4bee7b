import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { WaitingShortening } from "../../../shared/account/storage";
import { sentenceFor } from "../../api/api-error";
import { shortenings } from "../../api/later-queries";
import { trpcClient } from "../../api/trpc";
import { refreshDevices, reportChange } from "../../device-actions/device-changes";
import { utcDate } from "../../device-actions/retention-preview";
import { ConfirmDialog } from "../../forms/action-dialog";
import { GuardedButton } from "../../ui/form/guarded-button";
import { Card } from "../../ui/layout/card";
import { TextLink } from "../../ui/layout/link";
import { NoRows, Rows } from "../../ui/layout/rows";
import { TimeStamp } from "../../ui/time/time-stamp";
import { rich, t } from "../../words/made/account";
import classes from "./storage.module.css";

const mostShown = 20;

export function ShorteningsCard({ denial, canOpen }: { denial: string | null; canOpen: boolean }) {
	const { data, error } = useQuery(shortenings());
	const [wanted, setAsked] = useState<WaitingShortening[] | null>(null);
	if (error) {
		return (
			<Card title={t("aboutToBeRemoved")} className={classes.card}>
				<NoRows>{sentenceFor(error)}</NoRows>
			</Card>
		);
	}
	if (!data || data.length === 0) return null;
	const readings = data.reduce((sum, one) => sum + one.readings, 0);
	return (
		<Card
			title={t("aboutToBeRemoved")}
			className={classes.card}
			action={
				data.length > 1 && (
					<GuardedButton denial={denial} onClick={() => setAsked(data)}>
						{t("shortening.takeBackAll", { count: data.length })}
					</GuardedButton>
				)
			}
		>
			<p className={classes.cardLead}>{t("shortenings.lead", { readings })}</p>
			<Rows
				rows={data.slice(0, mostShown).map((one) => ({
					key: one.deviceId,
					name: one.name,
					under: <Waiting one={one} canOpen={canOpen} />,
					end: (
						<GuardedButton denial={denial} onClick={() => setAsked([one])}>
							{t("takeBack")}
						</GuardedButton>
					),
				}))}
			/>
			{data.length > mostShown && <NoRows>{t("shortenings.more", { count: data.length - mostShown })}</NoRows>}
			{wanted && <TakeBackDialog asked={wanted} onClose={() => setAsked(null)} />}
		</Card>
	);
}

function Waiting({ one, canOpen }: { one: WaitingShortening; canOpen: boolean }) {
	const { readings, olderThan, dueAt, deviceId } = one;
	const time = <TimeStamp at={dueAt} isFocusable />;
	return (
		<>
			{insteadText(one)}{" "}
			{readings === 0
				? rich("shortening.nothingOlder", { time })
				: rich("shortening.older", { readings, date: utcDate(olderThan), time })}
			{canOpen && readings > 0 && (
				<>
					{" "}
					<TextLink to="/log/" search={{ device: deviceId }}>
						{t("exportThemFirst")}
					</TextLink>
				</>
			)}
		</>
	);
}

function insteadText({ days, formerDays }: WaitingShortening): string {
	return formerDays === null
		? t("shortening.insteadOfForever", { days })
		: t("shortening.instead", { days, formerDays });
}

function keepsText({ formerDays }: WaitingShortening): string {
	return formerDays === null ? t("shortening.keepsForever") : t("shortening.keeps", { days: formerDays });
}

function TakeBackDialog({ asked: wanted, onClose }: { asked: WaitingShortening[]; onClose: () => void }) {
	const [first] = wanted;
	const devices = wanted.map(({ deviceId, name }) => ({ id: deviceId, name }));
	const run = async () => {
		const changed = await trpcClient.billing.takeBackShortenings.mutate({ deviceIds: devices.map(({ id }) => id) });
		reportChange(changed, devices, {
			one: (name) => t("nameKeepsItsReadingsAsLong", { name }),
			many: (count) => t("devicesKeepTheirReadingsAsLong", { count }),
		});
		await refreshDevices();
	};
	return (
		<ConfirmDialog
			title={
				wanted.length === 1 && first
					? t("shortening.takeBackOne", { name: first.name })
					: t("shortening.takeBackSeveral", { count: wanted.length })
			}
			label={t("takeBack")}
			run={run}
			onClose={onClose}
		>
			<p className={classes.note}>
				{wanted.length === 1 && first ? keepsText(first) : t("shortening.keepAsBefore")} {t("shortening.thenOnDevice")}
			</p>
		</ConfirmDialog>
	);
}
