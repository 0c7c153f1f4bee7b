import { ActionIcon } from "@mantine/core";
import type { ComponentProps, ReactNode } from "react";

type IconButtonProps = Omit<ComponentProps<"button">, "color" | "children"> & { label: string; icon: ReactNode };

/** At the head of a page, beside its one button: its name is read, and shown to who points at it. */
export function IconButton({ label, icon, ...button }: IconButtonProps) {
	return (
		<ActionIcon variant="default" size={36} aria-label={label} title={label} {...button}>
			{icon}
		</ActionIcon>
	);
}
