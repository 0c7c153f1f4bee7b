// A file of its own, so that Mantine's tooltips load after a screen.
export { Tooltip as MantineTooltip } from "@mantine/core";
