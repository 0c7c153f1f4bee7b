import { IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { toast } from "sonner";
import { limits } from "../../../../shared/base/limits";
import { mostDerivedOfDevice } from "../../../../shared/device/derived/definition";
import type { DerivedUses } from "../../../../shared/device/derived/inputs";
import type { ChannelLatest, Device } from "../../../../shared/device/device";
import { sentenceFor } from "../../../api/api-error";
import { trpc, trpcClient } from "../../../api/trpc";
import { ReportLink, RuleLink } from "../../../entities/entity-links";
import { ConfirmDialog } from "../../../forms/action-dialog";
import { useIsWanted } from "../../../ui/feedback/lazy-parts";
import { Callout } from "../../../ui/feedback/notes";
import { GuardedButton } from "../../../ui/form/guarded-button";
import { Card } from "../../../ui/layout/card";
import layout from "../../../ui/layout/layouts.module.css";
import { NoRows } from "../../../ui/layout/rows";
import { rich, t } from "../../../words/made/device";
import { formulaOfChannel } from "../derived-formula";
import { useRefreshDevice } from "../use-refresh-device";
import classes from "./settings.module.css";

const DerivedDialog = lazy(async () => ({
	default: (await import("../../../device-actions/derived/derived-dialog")).DerivedDialog,
}));

type DerivedCardProps = { device: Device; denial: string | null };

type Editing = { channel: ChannelLatest | null };

export function DerivedCard({ device, denial }: DerivedCardProps) {
	const [editing, setEditing] = useState<Editing | null>(null);
	const [shown, setShown] = useState<Editing>({ channel: null });
	const [removing, setRemoving] = useState<ChannelLatest | null>(null);
	const isWanted = useIsWanted(editing !== null);
	const derived = device.channels.filter((channel) => channel.derived);
	const isFull = derived.length >= mostDerivedOfDevice || device.channels.length >= limits.channelsPerDevice;
	const edit = (next: Editing) => {
		setShown(next);
		setEditing(next);
	};
	return (
		<Card title={t("derived")}>
			<div className={classes.body}>
				<p className={layout.wrappedNote}>{t("derived.text")}</p>
				{derived.length === 0 ? (
					<NoRows>{t("derived.none")}</NoRows>
				) : (
					<ul className={`${layout.plain} ${classes.history}`}>
						{derived.map((channel) => (
							<li key={channel.id}>
								<div className={classes.channelHistory}>
									<h3>{channel.name}</h3>
									<p className={layout.wrappedNote}>{formulaOfChannel(channel, device)}</p>
								</div>
								<div className={layout.row}>
									<GuardedButton
										denial={denial}
										label={t("edit.name", { name: channel.name })}
										icon={<IconPencil size={16} />}
										onClick={() => edit({ channel })}
									>
										{t("edit")}
									</GuardedButton>
									<GuardedButton
										denial={denial}
										label={t("remove.name", { name: channel.name })}
										icon={<IconTrash size={16} />}
										onClick={() => setRemoving(channel)}
									>
										{t("remove")}
									</GuardedButton>
								</div>
							</li>
						))}
					</ul>
				)}
				<div>
					<GuardedButton
						denial={denial ?? (isFull ? fullText : null)}
						icon={<IconPlus size={16} />}
						onClick={() => edit({ channel: null })}
					>
						{t("derived.add")}
					</GuardedButton>
				</div>
			</div>
			{isWanted && (
				<Suspense>
					<DerivedDialog
						device={device}
						channel={shown.channel}
						isOpen={editing !== null}
						onClose={() => setEditing(null)}
					/>
				</Suspense>
			)}
			{removing && <RemoveDerivedDialog device={device} channel={removing} onClose={() => setRemoving(null)} />}
		</Card>
	);
}

const fullText = t("derived.full", { derived: mostDerivedOfDevice, channels: limits.channelsPerDevice });

type RemoveDerivedDialogProps = { device: Device; channel: ChannelLatest; onClose: () => void };

function RemoveDerivedDialog({ device, channel, onClose }: RemoveDerivedDialogProps) {
	const refresh = useRefreshDevice();
	const uses = useQuery({ ...trpc.device.getDerivedUses.queryOptions({ channelId: channel.id }), staleTime: 0 });
	const remove = async () => {
		await trpcClient.device.removeDerivedChannel.mutate({ channelId: channel.id, version: device.version });
		toast.success(t("derived.removed", { name: channel.name }));
		void refresh();
	};
	return (
		<ConfirmDialog
			isDangerous
			title={t("remove.question", { name: channel.name })}
			size={460}
			label={t("derived.remove")}
			run={remove}
			onClose={onClose}
		>
			<p className={layout.wrappedNote}>{t("derived.remove.effect")}</p>
			<div aria-live="polite">
				{uses.error ? (
					<p className={layout.wrappedNote}>{t("derived.uses.failed", { reason: sentenceFor(uses.error) })}</p>
				) : uses.data ? (
					<UsesOf uses={uses.data} />
				) : (
					<p className={layout.wrappedNote}>{t("derived.uses.loading")}</p>
				)}
			</div>
		</ConfirmDialog>
	);
}

function UsesOf({ uses: { rules, reports, walls } }: { uses: DerivedUses }) {
	const count = rules.length + reports.length + walls.length;
	if (count === 0) return <p className={layout.wrappedNote}>{t("derived.uses.none")}</p>;
	return (
		<Callout tone="warn">
			<p className={classes.usesHead}>{t("derived.uses", { count })}</p>
			<ul className={classes.uses}>
				{rules.map(({ id, name }) => (
					<li key={id}>
						{rich("derived.uses.rule", {
							link: (text) => <RuleLink id={id}>{text}</RuleLink>,
							name,
						})}
					</li>
				))}
				{reports.map(({ id, name }) => (
					<li key={id}>
						{rich("derived.uses.report", {
							link: (text) => <ReportLink id={id}>{text}</ReportLink>,
							name,
						})}
					</li>
				))}
				{walls.map(({ id, name }) => (
					<li key={id}>{t("derived.uses.wall", { name })}</li>
				))}
			</ul>
		</Callout>
	);
}
