import { ActionIcon } from "@mantine/core";
import type { ComponentProps, ReactNode } from "react";

type IconButtonProps = Omit<ComponentProps<"button">, "color" | "children"> & { label: string; icon: ReactNode };

/** The name is for screen readers and the tooltip. */
export function IconButton({ label, icon, ...button }: IconButtonProps) {
	return (
		<ActionIcon variant="default" size={36} aria-label={label} title={label} {...button}>
			{icon}
		</ActionIcon>
	);
}
