import { Button, Checkbox, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { StoredFormat } from "../../../shared/log/stored-format";
import { trpc, trpcClient } from "../../api/trpc";
import { useNamedRun } from "../../forms/named-row";
import { ButtonRow, RemoveButton, SmallButton } from "../../ui/form/buttons";
import layout from "../../ui/layout/layouts.module.css";
import { rich, t } from "../../words/made/import";
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
		<section className={classes.kept} aria-label={t("format.saved")}>
			{typed === null ? (
				<p>
					{rich("readAs.bold", { b: (text) => <strong>{text}</strong>, name: kept.name })}
					<small>{t("format.savedBy", { name: kept.savedBy })}</small>
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
						label={t("format.name")}
						autoFocus
						autoComplete="off"
						value={typed}
						error={complaint ?? failure}
						onChange={({ currentTarget: { value } }) => setTyped(value)}
					/>
					<Button type="submit" loading={isBusy}>
						{t("format.saveName")}
					</Button>
				</form>
			)}
			<ButtonRow>
				<SmallButton onClick={onDecline}>{t("format.decline")}</SmallButton>
				<SmallButton onClick={() => setTyped((before) => (before === null ? kept.name : null))}>
					{typed === null ? t("format.rename") : t("format.cancelRenaming")}
				</SmallButton>
				{isConfirming ? (
					<Button color="red" size="compact-md" loading={isBusy} onClick={() => void remove()}>
						{t("format.deleteNow")}
					</Button>
				) : (
					<RemoveButton size="compact-md" onClick={() => setIsConfirming(true)}>
						{t("format.delete")}
					</RemoveButton>
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
		<fieldset className={`${layout.fieldset} ${classes.group}`}>
			<legend>{t("format.next")}</legend>
			<div className={classes.keeping}>
				<Checkbox
					label={t("format.keep")}
					checked={keeping.isWanted}
					onChange={({ currentTarget: { checked } }) => onChange({ ...keeping, isWanted: checked })}
				/>
				{keeping.isWanted && (
					<TextInput
						id={id}
						label={t("format.name")}
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
	return bare.trim().slice(0, 64) || t("format.fallbackName");
}
