import { Button, Checkbox, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { StoredFormat } from "../../../shared/log/stored-format";
import { trpc, trpcClient } from "../../api/trpc";
import { useNamedRun } from "../../forms/named-row";
import { ButtonRow } from "../../ui/form/buttons";
import classes from "./import.module.css";

type StoredFormatBarProps = {
	kept: StoredFormat;
	onDecline: () => void;
	onChange: (kept: StoredFormat | null) => void;
};

export function StoredFormatBar({ kept, onDecline, onChange }: StoredFormatBarProps) {
	const [typed, setTyped] = useState<string | null>(null);
	const [isConfirming, setIsConfirming] = useState(false);
	const queryClient = useQueryClient();
	const refresh = () => queryClient.invalidateQueries(trpc.log.getFileFormats.pathFilter());
	const { isBusy, complaint, failure, run } = useNamedRun(refresh);
	const rename = async (name: string) => {
		await run(async () => {
			onChange(await trpcClient.log.renameFileFormat.mutate({ formatId: kept.id, name }));
			setTyped(null);
		});
	};
	const remove = () =>
		run(async () => {
			await trpcClient.log.deleteFileFormat.mutate({ formatId: kept.id });
			onChange(null);
		});
	return (
		<section className={classes.kept} aria-label="Saved format">
			{typed === null ? (
				<p>
					Read as: <strong>{kept.name}</strong>
					<small>Created by {kept.savedBy} for files with this header</small>
				</p>
			) : (
				<form
					className={classes.pattern}
					noValidate
					onSubmit={(event) => {
						event.preventDefault();
						void rename(typed);
					}}
				>
					<TextInput
						label="Name of this format"
						autoFocus
						autoComplete="off"
						value={typed}
						error={complaint ?? failure}
						onChange={({ currentTarget: { value } }) => setTyped(value)}
					/>
					<Button type="submit" loading={isBusy}>
						Save name
					</Button>
				</form>
			)}
			<ButtonRow>
				<Button variant="default" size="compact-md" onClick={onDecline}>
					Do not use
				</Button>
				<Button
					variant="default"
					size="compact-md"
					onClick={() => setTyped((before) => (before === null ? kept.name : null))}
				>
					{typed === null ? "Rename" : "Cancel renaming"}
				</Button>
				{isConfirming ? (
					<Button color="red" size="compact-md" loading={isBusy} onClick={() => void remove()}>
						Delete now
					</Button>
				) : (
					<Button variant="subtle" color="red" size="compact-md" onClick={() => setIsConfirming(true)}>
						Delete
					</Button>
				)}
			</ButtonRow>
			<p role="alert" className={classes.complaint}>
				{typed === null && (complaint ?? failure)}
			</p>
		</section>
	);
}

export type Keeping = { isWanted: boolean; name: string };

type KeepFormatFieldsProps = { keeping: Keeping; error: string | null; onChange: (keeping: Keeping) => void };

/** Shown if the user made a choice that the next file of the header would need again. */
export function KeepFormatFields({ keeping, error, onChange }: KeepFormatFieldsProps) {
	const id = useId();
	return (
		<fieldset className={classes.group}>
			<legend>Next files with this header</legend>
			<div className={classes.keeping}>
				<Checkbox
					label="Use these choices for everyone who imports"
					checked={keeping.isWanted}
					onChange={({ currentTarget: { checked } }) => onChange({ ...keeping, isWanted: checked })}
				/>
				{keeping.isWanted && (
					<TextInput
						id={id}
						label="Name of this format"
						autoComplete="off"
						maxLength={64}
						value={keeping.name}
						error={error}
						onChange={({ currentTarget: { value } }) => onChange({ ...keeping, name: value })}
					/>
				)}
			</div>
		</fieldset>
	);
}

export function useKeepFormat() {
	const queryClient = useQueryClient();
	return useMutation(
		trpc.log.keepFileFormat.mutationOptions({
			onSuccess: () => queryClient.invalidateQueries(trpc.log.getFileFormats.pathFilter()),
		}),
	);
}

/** Returns "cooler" for "cooler-2026-11-25 (2).csv". */
export function proposedName(fileName: string): string {
	const bare = fileName.replace(/\.[^.]*$/, "").replace(/[\s_()-]*\d[\d\s_():.-]*/g, " ");
	return bare.trim().slice(0, 64) || "Logger files";
}
