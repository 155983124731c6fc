import type { ChangePlace } from '../shared/change.ts'

// What is investigated: an alert or an incident, as far as it says.
export type Subject = Readonly<{
  title: string
  // The name of the alert, where it is one.
  alert: string | null
  service: string | null
  where: ChangePlace
  // When its own source says that it began, and how exact that is.
  started: Readonly<{ at: number; plus_minus_s: number; how: 'alert' | 'event' }> | null
  // It stands now, or is over.
  isActive: boolean
  cite: () => string
}>

// When the trouble began: the change point of a signal where one lies near, else what the subject says.
export type Began = Readonly<{
  at: number
  plus_minus_s: number
  how: 'changepoint' | 'alert' | 'event'
}>
