import { Input } from "@mantine/core";
import { useId, useRef } from "react";
import { type BrandImage, type BrandImageName, brandImagePath, brandImages } from "../../../shared/account/brand";
import { readFailure, sentenceFor } from "../../api/api-error";
import { trpcClient } from "../../api/trpc";
import { useRun } from "../../forms/action-dialog";
import { PlainButton, SubtleButton } from "../../ui/form/buttons";
import { t } from "../../words/made/devices";
import classes from "./customize.module.css";
import { drawnPng, ImageRejection } from "./draw-image";

type ImageInputProps = {
	name: BrandImageName;
	value: BrandImage | null;
	error: string | undefined;
	onChange: (image: BrandImage | null) => void;
};

/** Draws and stores the image at once; others see it once the draft is published. */
export function ImageInput({ name, value, error: formError, onChange }: ImageInputProps) {
	const { label, use } = brandImages[name];
	const { isBusy, error, run } = useRun();
	const input = useRef<HTMLInputElement>(null);
	const ids = { label: useId(), use: useId(), error: useId() };
	const take = (file: File) =>
		run(async () => {
			const image = await drawnPng(file, name === "favicon" ? "icon" : "logo");
			onChange(await trpcClient.account.keepBrandImage.mutate({ image }));
		});
	const shownError = error === null ? formError : denialText(error);
	return (
		<fieldset className={classes.image} aria-labelledby={ids.label} aria-describedby={ids.use}>
			<Input.Label component="span" id={ids.label}>
				{label}
			</Input.Label>
			<Input.Description id={ids.use}>{use}</Input.Description>
			<div className={classes.imageRow}>
				<div className={classes.thumbnail} data-ground={name === "logoDark" ? "dark" : "light"}>
					{value ? (
						<img src={brandImagePath + value.hash} alt={t("customize.image.chosen", { image: label })} />
					) : (
						<span>{t("customize.none")}</span>
					)}
				</div>
				<PlainButton
					loading={isBusy}
					aria-describedby={shownError === undefined ? undefined : ids.error}
					aria-invalid={shownError !== undefined || undefined}
					onClick={() => input.current?.click()}
				>
					{value ? t(`customize.replace.${name}`) : t(`customize.choose.${name}`)}
				</PlainButton>
				{value && (
					<SubtleButton disabled={isBusy} onClick={() => onChange(null)}>
						{t(`customize.remove.${name}`)}
					</SubtleButton>
				)}
			</div>
			<input
				ref={input}
				type="file"
				hidden
				accept="image/png,image/jpeg,image/webp"
				aria-label={t(`customize.file.${name}`)}
				onChange={({ currentTarget }) => {
					const file = currentTarget.files?.[0];
					if (file) void take(file);
					// Allows choosing the same file again.
					currentTarget.value = "";
				}}
			/>
			{shownError !== undefined && (
				<Input.Error id={ids.error} role="alert">
					{shownError}
				</Input.Error>
			)}
		</fieldset>
	);
}

function denialText(error: unknown): string {
	if (error instanceof ImageRejection) return error.message;
	return readFailure(error).fields.image ?? sentenceFor(error);
}
