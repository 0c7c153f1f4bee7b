import { Button, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import { apiKeyDays } from "../../../shared/account/api-key";
import { CreateWall, type NewWall, type Wall, wallPagePath } from "../../../shared/account/wall";
import { wallList } from "../../api/queries";
import { justLoadedMs } from "../../api/query-client";
import { trpc, trpcClient } from "../../api/trpc";
import { endingText } from "../../entities/ending-text";
import { ActionDialog } from "../../forms/action-dialog";
import { useEntityForm } from "../../forms/entity-form";
import { FormButtons, FormFailure } from "../../ui/form/buttons";
import { NewKey, NewKeyDialog } from "../../ui/form/new-key";
import { Select } from "../../ui/form/select";
import { Snippet } from "../../ui/form/snippet";
import { Card } from "../../ui/layout/card";
import { NoRows, Rows } from "../../ui/layout/rows";
import { formatDate } from "../../ui/time/time-display";
import { TimeStamp } from "../../ui/time/time-stamp";
import classes from "./groups.module.css";

type Group = { id: string; name: string };

export function WallCard({ group }: { group: Group }) {
	const { data, isError } = useQuery({ ...wallList(), staleTime: justLoadedMs });
	const [isAdding, setIsAdding] = useState(false);
	const walls = data?.filter(({ groupId }) => groupId === group.id);
	return (
		<Card
			title="Screens"
			action={
				<Button variant="subtle" size="compact-sm" onClick={() => setIsAdding(true)}>
					Add screen
				</Button>
			}
		>
			{walls === undefined ? (
				<NoRows>{isError ? "The screens could not be loaded." : "Loading…"}</NoRows>
			) : walls.length === 0 ? (
				<NoRows>No wall screen shows this group.</NoRows>
			) : (
				<WallRows walls={walls} />
			)}
			<NewKeyDialog<NewWall>
				isOpen={isAdding}
				onClose={() => setIsAdding(false)}
				titles={{ form: "Add screen", key: "Screen" }}
				form={(onMade) => <AddWallForm group={group} onMade={onMade} onCancel={() => setIsAdding(false)} />}
				newKey={({ wall, token }, onDone) => (
					<NewKey
						what="address"
						lead={
							<>
								Open this address on <b>{wall.name}</b>.
							</>
						}
						help="Anyone who has it can read the names, values and states of this group's devices, and nothing else. It needs no sign-in and cannot change anything."
						onDone={onDone}
					>
						<Snippet title="Address" text={`${window.location.origin}${wallPagePath}#${token}`} />
					</NewKey>
				)}
			/>
		</Card>
	);
}

const never = "never";
type Values = { name: string; days: string };
type AddWallFormProps = { group: Group; onMade: (made: NewWall) => void; onCancel: () => void };

function AddWallForm({ group, onMade, onCancel }: AddWallFormProps) {
	const queryClient = useQueryClient();
	// Not a mutation of the query client: the response holds the token, which no cache may keep.
	const { form, formProps, isSaving, failure } = useEntityForm<Values, CreateWall, NewWall>({
		initialValues: { name: "", days: never },
		isCreation: true,
		schema: CreateWall,
		toInput: ({ name, days }) => ({
			groupId: group.id,
			name,
			days: apiKeyDays.find((each) => String(each) === days) ?? null,
		}),
		save: (input) => trpcClient.group.createWall.mutate(input),
		onSaved: (made) => {
			onMade(made);
			void queryClient.invalidateQueries(trpc.group.getWalls.queryFilter());
		},
	});
	return (
		<form {...formProps} className={classes.wallForm}>
			<TextInput
				label="Name"
				description="Where it hangs: the kitchen, the control room."
				withAsterisk
				autoFocus
				{...form.getInputProps("name")}
			/>
			<Select
				label="Expires"
				value={form.getValues().days}
				data={[
					...apiKeyDays.map((days) => ({
						value: String(days),
						label: days === 365 ? "After a year" : `After ${days} days`,
					})),
					{ value: never, label: "Never" },
				]}
				onChange={(days) => form.setFieldValue("days", days)}
			/>
			<FormFailure failure={failure} />
			<FormButtons label="Add screen" isBusy={isSaving} onCancel={onCancel} />
		</form>
	);
}

function WallRows({ walls }: { walls: Wall[] }) {
	const queryClient = useQueryClient();
	const [removed, setRemoved] = useState<Wall | null>(null);
	const remove = async ({ id, name }: Wall) => {
		const left = await trpcClient.group.removeWall.mutate({ wallId: id });
		queryClient.setQueryData(trpc.group.getWalls.queryKey(), left);
		toast.success(`${name} removed.`);
	};
	return (
		<>
			<Rows
				rows={walls.map((wall) => ({
					key: wall.id,
					name: wall.name,
					under: <WallFacts wall={wall} />,
					end: (
						<Button
							variant="default"
							size="compact-md"
							aria-label={`Remove ${wall.name}`}
							onClick={() => setRemoved(wall)}
						>
							Remove
						</Button>
					),
				}))}
			/>
			{removed && (
				<ActionDialog
					title={`Remove ${removed.name}?`}
					isQuestion
					isDangerous
					label="Remove screen"
					run={() => remove(removed)}
					onClose={() => setRemoved(null)}
				>
					<p>
						Its address stops working, on every screen that shows it. The group and its readings stay. This cannot be
						undone.
					</p>
				</ActionDialog>
			)}
		</>
	);
}

function endingDay(expiresAt: Date, now: number): string {
	return `${expiresAt.getTime() <= now ? "expired" : "expires"} on ${formatDate(expiresAt)}`;
}

function WallFacts({ wall: { createdByName, expiresAt, lastSeenAt } }: { wall: Wall }) {
	const now = Date.now();
	return (
		<>
			{lastSeenAt ? (
				<>
					Last loaded <TimeStamp at={lastSeenAt.getTime()} show="age" />
				</>
			) : (
				"Never opened"
			)}
			{createdByName !== null && ` · added by ${createdByName}`}
			{expiresAt !== null && ` · ${endingText({ expiresAt }, now)?.toLowerCase() ?? endingDay(expiresAt, now)}`}
		</>
	);
}
