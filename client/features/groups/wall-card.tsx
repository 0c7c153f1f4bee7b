import { TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import { apiKeyDays, apiKeyWarningDays, wholeDaysUntil } from "../../../shared/account/api-key";
import { CreateWall, type NewWall, type Wall, wallPagePath } from "../../../shared/account/wall";
import { dayMs } from "../../../shared/base/durations";
import { wallList } from "../../api/queries";
import { justLoadedMs } from "../../api/query-client";
import { trpc, trpcClient } from "../../api/trpc";
import { ConfirmDialog } from "../../forms/action-dialog";
import { useEntityForm } from "../../forms/entity-form";
import { NewKey, NewKeyDialog } from "../../forms/new-key";
import { FormButtons, FormFailure, SmallButton, SubtleButton } from "../../ui/form/buttons";
import { Select } from "../../ui/form/select";
import { Snippet } from "../../ui/form/snippet";
import { Card } from "../../ui/layout/card";
import { NoRows, Rows } from "../../ui/layout/rows";
import { formatDate } from "../../ui/time/time-display";
import { TimeStamp } from "../../ui/time/time-stamp";
import { rich, t } from "../../words/made/devices";
import classes from "./groups.module.css";

type Group = { id: string; name: string };

export function WallCard({ group }: { group: Group }) {
	const { data, isError } = useQuery({ ...wallList(), staleTime: justLoadedMs });
	const [isAdding, setIsAdding] = useState(false);
	const walls = data?.filter(({ groupId }) => groupId === group.id);
	return (
		<Card
			title={t("groups.screens")}
			action={
				<SubtleButton size="compact-sm" onClick={() => setIsAdding(true)}>
					{t("groups.screens.add")}
				</SubtleButton>
			}
		>
			{walls === undefined ? (
				<NoRows>{isError ? t("groups.screens.failed") : t("groups.loading")}</NoRows>
			) : walls.length === 0 ? (
				<NoRows>{t("groups.screens.none")}</NoRows>
			) : (
				<WallRows walls={walls} />
			)}
			<NewKeyDialog<NewWall>
				isOpen={isAdding}
				onClose={() => setIsAdding(false)}
				titles={{ form: t("groups.screens.add"), key: t("groups.screens.key") }}
				form={(onMade) => <AddWallForm group={group} onMade={onMade} onCancel={() => setIsAdding(false)} />}
				newKey={({ wall, token }, onDone) => (
					<NewKey
						what="address"
						lead={rich("groups.screens.open", { b: (text) => <b>{text}</b>, name: wall.name })}
						help={t("groups.screens.open.text")}
						onDone={onDone}
					>
						<Snippet title={t("groups.screens.address")} text={`${window.location.origin}${wallPagePath}#${token}`} />
					</NewKey>
				)}
			/>
		</Card>
	);
}

const never = "never";
const tiles = "tiles";
type Values = { name: string; days: string; shows: string };
type AddWallFormProps = { group: Group; onMade: (made: NewWall) => void; onCancel: () => void };

function AddWallForm({ group, onMade, onCancel }: AddWallFormProps) {
	const queryClient = useQueryClient();
	// Not a mutation of the query client: the response holds the token, which no cache may keep.
	const { form, formProps, isSaving, failure } = useEntityForm<Values, CreateWall, NewWall>({
		initialValues: { name: "", days: never, shows: tiles },
		isCreation: true,
		schema: CreateWall,
		toInput: ({ name, days, shows }) => ({
			groupId: group.id,
			name,
			days: apiKeyDays.find((each) => String(each) === days) ?? null,
			floorPlanId: shows === tiles ? null : shows,
		}),
		save: (input) => trpcClient.group.createWall.mutate(input),
		onSaved: (made) => {
			onMade(made);
			void queryClient.invalidateQueries(trpc.group.getWalls.queryFilter());
		},
	});
	const { data: plans = [] } = useQuery(trpc.group.getFloorPlans.queryOptions({ groupId: group.id }));
	return (
		<form {...formProps} className={classes.wallForm}>
			<TextInput
				label={t("groups.form.name")}
				description={t("groups.screens.name.text")}
				withAsterisk
				autoFocus
				{...form.getInputProps("name")}
			/>
			{plans.length > 0 && (
				<Select
					label={t("groups.screens.shows")}
					data={[
						{ value: tiles, label: t("groups.screens.shows.tiles") },
						...plans.map(({ id, name }) => ({ value: id, label: t("groups.screens.shows.plan", { plan: name }) })),
					]}
					{...form.getInputProps("shows")}
				/>
			)}
			<Select
				label={t("groups.screens.expires")}
				value={form.getValues().days}
				data={[
					...apiKeyDays.map((days) => ({
						value: String(days),
						label: days === 365 ? t("groups.screens.afterYear") : t("groups.screens.afterDays", { count: days }),
					})),
					{ value: never, label: t("groups.screens.never") },
				]}
				onChange={(days) => form.setFieldValue("days", days)}
			/>
			<FormFailure failure={failure} />
			<FormButtons label={t("groups.screens.add")} isBusy={isSaving} onCancel={onCancel} />
		</form>
	);
}

function WallRows({ walls }: { walls: Wall[] }) {
	const queryClient = useQueryClient();
	const [removed, setRemoved] = useState<Wall | null>(null);
	const remove = async ({ id, name }: Wall) => {
		const left = await trpcClient.group.removeWall.mutate({ wallId: id });
		queryClient.setQueryData(trpc.group.getWalls.queryKey(), left);
		toast.success(t("groups.screens.removed", { name }));
	};
	return (
		<>
			<Rows
				rows={walls.map((wall) => ({
					key: wall.id,
					name: wall.name,
					under: <WallFacts wall={wall} />,
					end: (
						<SmallButton
							aria-label={t("groups.screens.remove.name", { name: wall.name })}
							onClick={() => setRemoved(wall)}
						>
							{t("groups.screens.remove")}
						</SmallButton>
					),
				}))}
			/>
			{removed && (
				<ConfirmDialog
					title={t("groups.screens.remove.question", { name: removed.name })}
					isDangerous
					label={t("groups.screens.remove.run")}
					run={() => remove(removed)}
					onClose={() => setRemoved(null)}
				>
					<p>{t("groups.screens.remove.text")}</p>
				</ConfirmDialog>
			)}
		</>
	);
}

function endingFact(expiresAt: Date, now: number): string {
	const leftMs = expiresAt.getTime() - now;
	if (leftMs <= 0) return t("groups.screens.expiredOn", { day: formatDate(expiresAt) });
	return leftMs > apiKeyWarningDays[0] * dayMs
		? t("groups.screens.expiresOn", { day: formatDate(expiresAt) })
		: t("groups.screens.expiresIn", { count: wholeDaysUntil(leftMs, 0) });
}

function WallFacts({ wall: { createdByName, expiresAt, lastSeenAt } }: { wall: Wall }) {
	const now = Date.now();
	return (
		<>
			{lastSeenAt
				? rich("groups.screens.loaded", { time: <TimeStamp at={lastSeenAt.getTime()} show="age" /> })
				: t("groups.screens.neverOpened")}
			{createdByName !== null && ` · ${t("groups.screens.addedBy", { name: createdByName })}`}
			{expiresAt !== null && ` · ${endingFact(expiresAt, now)}`}
		</>
	);
}
