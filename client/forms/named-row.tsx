import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { readFailure, sentenceFor } from "../api/api-error";
import { FormFailure, PlainButton, RemoveButton } from "../ui/form/buttons";
import { t } from "../words/made/forms";
import { useRun } from "./action-dialog";
import classes from "./named-row.module.css";

/** `complaint`: the error of the name; `failure`: any other error, such as an outage. */
export function useNamedRun(refresh: () => Promise<void>) {
	const { isBusy, error, run } = useRun();
	const { name } = readFailure(error).fields;
	return {
		isBusy,
		complaint: name,
		failure: error === null || name !== undefined ? null : sentenceFor(error),
		run: (action: () => Promise<unknown>) =>
			run(async () => {
				try {
					await action();
				} finally {
					await refresh();
				}
			}),
	};
}

type NamedRowProps = {
	label: string;
	name: string;
	refresh: () => Promise<void>;
	onRename: (name: string) => Promise<unknown>;
	onDelete: () => Promise<unknown>;
	lost: string;
};

/** Renames and deletes an item in its list. Shows the newest name while nothing is typed. */
export function NamedRow({ label, name: present, refresh, onRename, onDelete, lost }: NamedRowProps) {
	const [typed, setTyped] = useState<string | null>(null);
	const [isConfirming, setIsConfirming] = useState(false);
	const { isBusy, complaint, failure, run } = useNamedRun(refresh);
	const name = typed ?? present;
	const rename = async () => {
		if ((await run(() => onRename(name))).isDone) setTyped(null);
	};
	return (
		<form
			noValidate
			onSubmit={(event) => {
				event.preventDefault();
				void rename();
			}}
		>
			<div className={classes.row}>
				<TextInput
					label={label}
					autoComplete="off"
					value={name}
					error={complaint}
					onChange={({ currentTarget: { value } }) => setTyped(value)}
				/>
				{name !== present && (
					<PlainButton type="submit" loading={isBusy}>
						{t("rename")}
					</PlainButton>
				)}
				{isConfirming ? (
					<>
						<PlainButton disabled={isBusy} autoFocus onClick={() => setIsConfirming(false)}>
							{t("cancel")}
						</PlainButton>
						<Button color="red" loading={isBusy} onClick={() => void run(onDelete)}>
							{t("delete.now")}
						</Button>
					</>
				) : (
					<RemoveButton aria-label={t("delete.name", { present })} onClick={() => setIsConfirming(true)}>
						{t("delete")}
					</RemoveButton>
				)}
			</div>
			{isConfirming && <p role="status">{t("delete.undone", { lost })}</p>}
			<FormFailure failure={failure} />
		</form>
	);
}

type NewNameProps = { label: string; refresh: () => Promise<void>; onAdd: (name: string) => Promise<unknown> };

export function NewName({ label, refresh, onAdd }: NewNameProps) {
	const [name, setName] = useState("");
	const { isBusy, complaint, failure, run } = useNamedRun(refresh);
	const add = async () => {
		if ((await run(() => onAdd(name))).isDone) setName("");
	};
	return (
		<form
			noValidate
			onSubmit={(event) => {
				event.preventDefault();
				void add();
			}}
		>
			<div className={classes.row}>
				<TextInput
					label={label}
					value={name}
					error={complaint}
					onChange={({ currentTarget: { value } }) => setName(value)}
				/>
				<Button type="submit" loading={isBusy}>
					{t("add")}
				</Button>
			</div>
			<FormFailure failure={failure} />
		</form>
	);
}
